import { PasswordField } from '../../../ui/password-field.tsx'
import { t } from './messages.ts'

interface Typed {
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (value: string) => void
}

interface PasswordPairProps {
  label?: string
  verifyLabel?: string
  /** Minimum length, shown below the field if there is room; `null` if unknown. */
  least?: number | null
  /** Focuses the first field. */
  autoFocus?: boolean
  password: Typed
  again: Typed
}

/** A new password and its confirmation. */
export function PasswordPair({
  label = t.newPassword,
  verifyLabel = t.verifyPassword,
  least,
  autoFocus = false,
  password,
  again,
}: PasswordPairProps) {
  return (
    <>
      <PasswordField
        autoComplete="new-password"
        autoFocus={autoFocus}
        help={least === undefined || least === null ? null : t.atLeastCharacters({ least })}
        {...password}
        label={label}
      />
      <PasswordField autoComplete="new-password" {...again} label={verifyLabel} />
    </>
  )
}
