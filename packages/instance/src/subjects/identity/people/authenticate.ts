import { invalid, Problem } from '@millwright/contract/problem'
import type { Selectable } from 'kysely'
import type { Parts, Passwords, Tokens } from '../../../gateway/parts.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Fields, textIn } from '../../../request/body.ts'
import type { Caller } from '../../../request/caller.ts'
import type { UserTable } from '../../../store/identity-tables.ts'
import type { Db, Store } from '../../../store/store.ts'
import type { Throttle } from './throttle.ts'

/** The two disjoint kinds of people that an endpoint can be for. */
export type Population = 'user' | 'admin'

export interface LoginTry {
  readonly attribute: 'email' | 'username'
  readonly name: string
  readonly password: string
  /** `null` for both. */
  readonly population: Population | null
  readonly address: string
}

/**
 * Returns the active person with these credentials. Every failure throws the same 401 after the same work, so that
 * callers cannot find out which accounts exist. Throws a 429 after too many failures.
 */
export type Authenticate = (login: LoginTry) => Promise<Verified>

export interface Verified {
  readonly id: number
  /** The person's token generation when the password was verified. */
  readonly generation: number
}

export function createAuthenticate(
  { store, passwords }: Pick<Parts, 'store' | 'passwords'>,
  throttle: Throttle,
): Authenticate {
  const { db } = store

  return async ({ attribute, name, password, population, address }) => {
    const guess = { endpoint: population ?? 'either', secret: password }
    const attempt = await throttle.attempt(name, address, guess)
    const [person, right] = await attempt.check(async () => {
      const found = await findPerson(db, attribute, name)
      return [found, await passwords.verify(password, found?.password ?? null)] as const
    })
    if (person === null || person.password === null || !right) throw wrong()
    await attempt.succeeded()
    const elsewhere = population !== null && (person.is_sys_admin !== 0) !== (population === 'admin')
    if (person.is_active === 0 || elsewhere) throw wrong()
    if (passwords.outdated(person.password)) await renew(person.id, password, person.password)
    return { id: person.id, generation: person.token_generation }
  }

  async function renew(id: number, plain: string, outdated: string): Promise<void> {
    const password = await passwords.hash(plain)
    await db.updateTable('user').set({ password }).where('id', '=', id).where('password', '=', outdated).execute()
  }
}

const wrong = () => new Problem(401, 'Invalid credentials supplied.', { reason: 'wrong_password' })

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
  const currentPassword = textIn(fields, 'current_password')
  if (currentPassword === undefined)
    throw invalid({ current_password: [`current_password is required to change ${what}.`] })
  const attempt = await throttle.attempt(email, address)
  if (!(await attempt.check(() => passwords.verify(currentPassword, password)))) {
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

export type Account = Selectable<UserTable>

/**
 * Whether the person has opened a mail at the current address. Administrators, whose accounts are entered by other administrators,
 * count as well.
 */
export function isConfirmed({ is_sys_admin, email, proven_email }: Readonly<Record<string, unknown>>): boolean {
  return is_sys_admin === 1 || (email !== null && proven_email === email)
}

/**
 * Finds the person with an email address or username, active or not. Runs one query on the unique index in every case. Matches
 * the name as typed, or in lower case.
 */
export async function findPerson(db: Db, attribute: 'email' | 'username', typed: string): Promise<Account | null> {
  const name = typed.trim()
  // HTTP Basic can transport NUL, which no name contains and PostgreSQL rejects.
  if (name.includes('\0')) return null
  const rows = await db.selectFrom('user').selectAll().where(attribute, 'in', [name, name.toLowerCase()]).execute()
  return rows.find((row) => row[attribute] === name) ?? rows[0] ?? null
}
