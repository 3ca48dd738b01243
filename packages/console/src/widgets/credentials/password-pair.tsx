import { PasswordField } from '../../ui/password-field.tsx'

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
  label = 'New Password',
  verifyLabel = 'Verify Password',
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
        help={least === undefined || least === null ? null : `At least ${least} characters.`}
        {...password}
        label={label}
      />
      <PasswordField autoComplete="new-password" {...again} label={verifyLabel} />
    </>
  )
}
