import type { Background } from '../../../../platform/background.ts'
import { createLruCache } from '../../../../platform/cache.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Store } from '../../../../store/store.ts'
import { findPerson, type LoginTry } from '../authenticate.ts'
import { hashOfAppPassword } from './factor-secrets.ts'
import type { Factors } from './factors.ts'
import type { PolicyStore } from './policy.ts'

/** Passwords for programs that do not support two-step sign-in. */
export interface AppPasswords {
  /** The owner of an app password, if it belongs to the named active person, or `null`. */
  find(login: LoginTry): Promise<{ readonly id: number; readonly user: number } | null>
}

interface AppPasswordParts {
  readonly store: Pick<Store, 'db'>
  readonly clock: Clock
  readonly background: Background
  readonly factors: Factors
  readonly policy: PolicyStore
}

/** In milliseconds. Avoids a write per request. */
const granularity = 60_000
const maxNoted = 1000

export function createAppPasswords({ store, clock, background, factors, policy }: AppPasswordParts): AppPasswords {
  const noted = createLruCache<number, { readonly at: number }>(maxNoted)

  function noteUse(id: number): void {
    const last = noted.get(id)
    if (last !== undefined && clock() - last.at < granularity) return
    noted.set(id, { at: clock() })
    background.start(`Use of app password ${id}`, () => factors.noteUse(id))
  }

  return {
    async find({ attribute, name, password, population }) {
      const hash = hashOfAppPassword(password)
      if (hash === null || (await policy.read()) === 'off') return null
      const known = await factors.appPassword(hash)
      const person = known === null ? null : await findPerson(store.db, attribute, name)
      if (known === null || person === null || person.id !== known.user_id || person.is_active === 0) return null
      if (population !== null && (person.is_sys_admin !== 0) !== (population === 'admin')) return null
      noteUse(known.id)
      return { id: known.id, user: person.id }
    },
  }
}
