import { appPassword } from '../../../access/required-rights.ts'
import type { Authorities } from '../../../gateway/parts.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Author, type Authority, type Caller, programAuthor } from '../../../request/caller.ts'
import type { Store } from '../../../store/store.ts'
import { callerOf, isOff } from './caller-of.ts'
import type { App, Directory, Person } from './directory.ts'

export function createAuthorities(
  { store: { db }, clock }: { readonly store: Pick<Store, 'db'>; readonly clock: Clock },
  directory: Directory,
): Authorities {
  async function load(author: Author): Promise<Authority | null> {
    const { userId, appId } = author
    const person = userId === null ? null : (await directory.person(userId)).value
    const program = appId === programAuthor ? appPassword : null
    if (person?.sysadmin === true && program === null) return null
    const isGone = userId !== null && person?.isActive !== true
    return {
      author,
      caller: isGone
        ? nobody
        : { ...(await callerAs(person, await appOf(appId, person))), ...(program === null ? {} : { program }) },
    }
  }

  async function callerAs(person: Person | null, app: App | null): Promise<Caller> {
    if (app === null || isOff(app, clock())) return callerOf(person, null, null, null, null)
    const role = (await directory.roleOf(person, app))?.value ?? null
    return callerOf(person, app, role, app.api_key ?? null, null)
  }

  /** An author who was a full administrator without an app, and was restricted later, has a role in an app by now. */
  async function appOf(appId: number | null, person: Person | null): Promise<App | null> {
    const id = appId ?? [...(person?.roles.keys() ?? [])].toSorted((one, other) => one - other)[0]
    if (id === undefined) return null
    const row = await db.selectFrom('app').select('api_key').where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : (await directory.app(row.api_key)).value
  }

  return (author) => (author.userId === null && author.appId === null ? null : load(author))
}

const nobody = callerOf(null, null, null, null, null)
