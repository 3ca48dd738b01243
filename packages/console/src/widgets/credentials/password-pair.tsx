import { PasswordField } from '../../ui/password-field.tsx'
import { t } from './messages.ts'

interface Typed {
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (value: string) => void
}

interface PasswordPairProps {
  label?: string
  verifyLabel?: string
  /** Fewest characters, told under the field where there is room for it; null where nobody knows. */
  least?: number | null
  /** Typing begins here. */
  autoFocus?: boolean
  password: Typed
  again: Typed
}

/** A password that is chosen, and the same once more against slips. */
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
