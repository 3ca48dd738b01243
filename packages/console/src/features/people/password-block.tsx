import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './people.module.css'
import type { PersonPartProps } from './person-fields.tsx'

/** A password that the administrator gives somebody. */
export function PasswordBlock({ draft, errors, set, leastPassword }: PersonPartProps & { leastPassword: number }) {
  return (
    <div className={styles.block}>
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
          <PasswordField
            label="Enter Password"
            autoComplete="new-password"
            help={`At least ${leastPassword} characters.`}
            value={draft.password}
            error={errors.password}
            onChange={(value) => set('password', value)}
          />
          <PasswordField
            label="Verify Password"
            autoComplete="new-password"
            value={draft.verifyPassword}
            error={errors.verifyPassword}
            onChange={(value) => set('verifyPassword', value)}
          />
        </div>
      ) : null}
    </div>
  )
}
