import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack } from '../../ui/layout.tsx'
import { PasswordPair } from '../../widgets/credentials/password-pair.tsx'
import styles from './people.module.css'
import type { PersonPartProps } from './person-fields.tsx'

/** A password that the administrator gives somebody. */
export function PasswordBlock({
  draft,
  errors,
  set,
  leastPassword,
}: PersonPartProps & { leastPassword: number | null }) {
  return (
    <Stack gap={3}>
      <Checkbox
        label="Set Password"
        checked={draft.setPassword}
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
            password={{ value: draft.password, error: errors.password, onChange: (value) => set('password', value) }}
            again={{
              value: draft.verifyPassword,
              error: errors.verifyPassword,
              onChange: (value) => set('verifyPassword', value),
            }}
          />
        </div>
      ) : null}
    </Stack>
  )
}
