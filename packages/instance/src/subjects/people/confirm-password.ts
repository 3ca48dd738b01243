import { invalid } from '@millwright/contract/problem'
import type { Passwords } from '../../gateway/parts.ts'
import { type Fields, textIn } from '../../request/fields.ts'
import type { Account } from './find-person.ts'
import type { Throttle } from './throttle.ts'

interface ConfirmParts {
  readonly passwords: Passwords
  readonly throttle: Throttle
}

/**
 * `what`: the protected action. Throws a 400 if `current_password` is missing or wrong, as the session may belong to an
 * unattended browser.
 */
export async function confirmPassword(
  { passwords, throttle }: ConfirmParts,
  fields: Fields,
  { email, password }: Pick<Account, 'email' | 'password'>,
  address: string,
  what: string,
): Promise<void> {
  const given = textIn(fields, 'current_password')
  if (given === undefined) throw invalid({ current_password: [`current_password is required to change ${what}.`] })
  const attempt = await throttle.attempt(email, address)
  if (!(await attempt.check(() => passwords.verify(given, password)))) {
    throw invalid({ current_password: ['The password supplied does not match.'] })
  }
  await attempt.succeeded()
}
