import { Problem } from '@millwright/contract/problem'
import { appPassword } from '../../../access/required-rights.ts'
import type { Authorities } from '../../../gateway/parts.ts'
import { type Clock, plainSeconds } from '../../../platform/clock.ts'
import {
  type Author,
  type Authority,
  type Caller,
  type ProgramCredential,
  programAuthor,
  RefusedCaller,
} from '../../../request/caller.ts'
import type { CompiledRole } from '../../../request/compiled-role.ts'
import type { Store } from '../../../store/store.ts'
import type { Directory, KnownApp, Person } from './directory.ts'
import { sessionEnded } from './token-rules.ts'

/** Builds the caller from the records of the credentials. */
export function callerOf(
  person: Person | null,
  app: KnownApp | null,
  role: CompiledRole | null,
  apiKey: string | null,
  token: string | null,
  program?: ProgramCredential,
): Caller {
  return {
    user: person?.user ?? null,
    app,
    role,
    sysadmin: person?.sysadmin ?? false,
    token,
    sentKey: apiKey !== null,
    ...(program === undefined ? {} : { program }),
  }
}

/** The error for requests with the key of an app that is off or whose key has ended by `now`, or `null`. For an unknown key, too. */
export function appRefusal(app: KnownApp | null, now: number): Problem | null {
  if (app === null) return null
  const caller = { ...callerOf(null, app, null, null, null), sentKey: true }
  if (!app.isActive) return new RefusedCaller(403, 'App is not active.', caller, { reason: 'inactive_app' })
  if (app.isOrphaned) {
    const sentence = 'App is not active: its owner is not active.'
    return new RefusedCaller(403, sentence, caller, { reason: 'inactive_owner' })
  }
  if (now < app.ends) return null
  const sentence = `This API key ended on ${plainSeconds(app.ends)} UTC.`
  return new RefusedCaller(401, sentence, caller, { reason: 'ended_key' })
}

/** Whether the app may be used at all: see {@link appRefusal}. */
const isOff = (app: KnownApp, now: number): boolean => appRefusal(app, now) !== null

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

  async function callerAs(person: Person | null, app: KnownApp | null): Promise<Caller> {
    if (app === null || isOff(app, clock())) return callerOf(person, null, null, null, null)
    const role = (await directory.roleOf(person, app))?.value ?? null
    return callerOf(person, app, role, app.api_key ?? null, null)
  }

  /** An author who was a full administrator without an app, and was restricted later, has a role in an app by now. */
  async function appOf(appId: number | null, person: Person | null): Promise<KnownApp | null> {
    const id = appId ?? [...(person?.roles.keys() ?? [])].toSorted((one, other) => one - other)[0]
    if (id === undefined) return null
    const row = await db.selectFrom('app').select('api_key').where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : (await directory.app(row.api_key)).value
  }

  return (author) => (author.userId === null && author.appId === null ? null : load(author))
}

const nobody = callerOf(null, null, null, null, null)

/** Credentials to evaluate. */
export interface Impersonated {
  readonly userId: number | null
  readonly key: { readonly appId: number } | { readonly apiKey: string } | null
  /** For login, refresh and logout, which ignore the session of the request. */
  readonly ignoresSession: boolean
}

export interface ImpersonatedCaller {
  readonly person: Person | null
  readonly app: KnownApp | null
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
function refusedBy(person: Person | null, app: KnownApp | null, now: number): ImpersonatedCaller['refused'] {
  const problem = appRefusal(app, now)
  if (problem !== null) return { by: 'app', problem }
  return person?.isActive === false ? { by: 'user', problem: sessionEnded() } : null
}
