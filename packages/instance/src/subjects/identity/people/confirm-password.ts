import { invalid, Problem } from '@millwright/contract/problem'
import type { Passwords, Tokens } from '../../../gateway/parts.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Fields, textIn } from '../../../request/body.ts'
import type { Caller } from '../../../request/caller.ts'
import type { Store } from '../../../store/store.ts'
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

/** Minutes after signing in in which that counts as a confirmation. */
const freshMinutes = 10

interface SignInParts {
  readonly store: Pick<Store, 'db'>
  readonly tokens: Pick<Tokens, 'describe'>
  readonly clock: Clock
}

/**
 * For people without a password: throws a 403 unless they signed in a few minutes ago, with their provider and their second step. Refreshing a
 * session does not count.
 */
export async function confirmSignIn(
  { store, tokens, clock }: SignInParts,
  { token }: Caller,
  what: string,
): Promise<void> {
  const session = token === null ? undefined : tokens.describe(token)?.session
  const row =
    session === undefined
      ? undefined
      : await store.db.selectFrom('session').select('begun').where('id', '=', session.id).executeTakeFirst()
  if (row !== undefined && clock() / 1000 - Number(row.begun) <= freshMinutes * 60) return
  throw new Problem(
    403,
    `Your account has no password to confirm this with. Sign in again to change ${what}, within ${freshMinutes} minutes.`,
  )
}
