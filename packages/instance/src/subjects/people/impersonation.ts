import { Problem } from '@millwright/contract/problem'
import type { Caller } from '../../request/caller.ts'
import type { Store } from '../../store/store.ts'
import { appRefusal, callerOf } from './caller-of.ts'
import type { App, Directory, Person } from './directory.ts'
import { sessionEnded } from './token-rules.ts'

/** Credentials that somebody might send. */
export interface Impersonated {
  readonly userId: number | null
  readonly key: { readonly appId: number } | { readonly apiKey: string } | null
  /** Log-in, refresh and log-out: what session comes along is nothing to them. */
  readonly ignoresSession: boolean
}

export interface ImpersonatedCaller {
  readonly person: Person | null
  readonly app: App | null
  readonly caller: Caller
  /** What the credentials would be refused with, whatever they are used for. */
  readonly refused: { readonly by: 'app' | 'user'; readonly problem: Problem } | null
}

/** Makes the caller that a person and an app's key would become. Refuses persons and apps that there are not with 404. */
export type Impersonate = (impersonated: Impersonated) => Promise<ImpersonatedCaller>

export function createImpersonate({ db }: Pick<Store, 'db'>, directory: Directory): Impersonate {
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
      refused: refusedBy(believed, app),
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

/** The app is looked at first, as when a call comes in. */
function refusedBy(person: Person | null, app: App | null): ImpersonatedCaller['refused'] {
  const problem = appRefusal(app)
  if (problem !== null) return { by: 'app', problem }
  return person?.isActive === false ? { by: 'user', problem: sessionEnded() } : null
}
