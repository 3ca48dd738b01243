import { Problem } from '@millwright/contract/problem'
import type { Clock } from '../../../platform/clock.ts'
import type { Caller } from '../../../request/caller.ts'
import type { Store } from '../../../store/store.ts'
import { appRefusal, callerOf } from './caller-of.ts'
import type { App, Directory, Person } from './directory.ts'
import { sessionEnded } from './token-rules.ts'

/** Credentials to evaluate. */
export interface Impersonated {
  readonly userId: number | null
  readonly key: { readonly appId: number } | { readonly apiKey: string } | null
  /** For login, refresh and logout, which ignore the session of the request. */
  readonly ignoresSession: boolean
}

export interface ImpersonatedCaller {
  readonly person: Person | null
  readonly app: App | null
  readonly caller: Caller
  /** The error that rejects the credentials for every request. */
  readonly refused: { readonly by: 'app' | 'user'; readonly problem: Problem } | null
}

/** Returns the caller that a person and an app's key would have. Throws a 404 for unknown people and apps. */
export type Impersonate = (impersonated: Impersonated) => Promise<ImpersonatedCaller>

export function createImpersonate(
  { store: { db }, clock }: { readonly store: Pick<Store, 'db'>; readonly clock: Clock },
  directory: Directory,
): Impersonate {
  return async ({ userId, key, ignoresSession }) => {
    const apiKey = await keyOf(key)
    const app = apiKey ? (await directory.app(apiKey)).value : null
    const person = userId === null ? null : await personOf(userId)
    const believed = ignoresSession ? null : person
    const role = await directory.roleOf(believed, app)
    return {
      person,
      app,
      caller: callerOf(believed, app, role?.value ?? null, apiKey, null),
      refused: refusedBy(believed, app, clock()),
    }
  }

  async function keyOf(key: Impersonated['key']): Promise<string | null> {
    if (key === null) return null
    if ('apiKey' in key) return key.apiKey
    const row = await db.selectFrom('app').select('api_key').where('id', '=', key.appId).executeTakeFirst()
    if (row === undefined) throw new Problem(404, `There is no app with the identifier ${key.appId}.`)
    return row.api_key
  }

  async function personOf(id: number): Promise<Person> {
    const { value } = await directory.person(id)
    if (value === null) throw new Problem(404, `There is no user with the identifier ${id}.`)
    return value
  }
}

/** Checks the app first, like a real request. */
function refusedBy(person: Person | null, app: App | null, now: number): ImpersonatedCaller['refused'] {
  const problem = appRefusal(app, now)
  if (problem !== null) return { by: 'app', problem }
  return person?.isActive === false ? { by: 'user', problem: sessionEnded() } : null
}
