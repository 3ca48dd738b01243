import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack } from '../../ui/layout.tsx'
import { PasswordPair } from '../../widgets/credentials/password-pair.tsx'
import styles from './people.module.css'
import type { PersonPartProps } from './person-fields.tsx'

/** A password that the administrator gives somebody. */
export function PasswordBlock({ form, leastPassword }: PersonPartProps & { leastPassword: number | null }) {
  const { draft, set, field } = form
  return (
    <Stack gap={3}>
      <Checkbox
        label="Set Password"
        value={draft.setPassword}
        onChange={(value) => {
          set('setPassword', value)
          if (!value) {
            set('password', '')
            set('verifyPassword', '')
          }
        }}
      />
      {draft.setPassword ? (
        <div className={styles.grid}>
          <PasswordPair
            label="Enter Password"
            least={leastPassword}
            password={field('password')}
            again={field('verifyPassword')}
          />
        </div>
      ) : null}
    </Stack>
  )
}
