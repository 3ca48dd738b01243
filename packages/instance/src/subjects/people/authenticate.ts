import { Problem } from '@millwright/contract/problem'
import type { Parts } from '../../gateway/parts.ts'
import { findPerson } from './find-person.ts'
import type { Throttle } from './throttle.ts'

/** Which of the two disjoint kinds of people an endpoint is for. */
export type Population = 'user' | 'admin'

export interface LoginTry {
  readonly attribute: 'email' | 'username'
  readonly name: string
  readonly password: string
  /** Null: either. */
  readonly population: Population | null
  readonly address: string
}

/**
 * The id of the active person with these credentials. One 401 for everything that is wrong, after the same work: who asks
 * learns nothing about who exists. Throws 429 after too many failures.
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
