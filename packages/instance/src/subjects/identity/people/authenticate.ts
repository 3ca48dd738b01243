import { Problem } from '@millwright/contract/problem'
import type { Parts } from '../../../gateway/parts.ts'
import { findPerson } from './find-person.ts'
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
 * Returns the id of the active person with these credentials. Every failure throws the same 401 after the same work, so that
 * callers cannot find out which accounts exist. Throws a 429 after too many failures.
 */
export type Authenticate = (login: LoginTry) => Promise<number>

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
    return person.id
  }

  async function renew(id: number, plain: string, outdated: string): Promise<void> {
    const password = await passwords.hash(plain)
    await db.updateTable('user').set({ password }).where('id', '=', id).where('password', '=', outdated).execute()
  }
}

const wrong = () => new Problem(401, 'Invalid credentials supplied.', { reason: 'wrong_password' })
