import type { Problem } from '@millwright/contract/problem'
import { plainSeconds } from '../../../platform/clock.ts'
import { type Caller, type ProgramCredential, RefusedCaller } from '../../../request/caller.ts'
import type { CompiledRole } from '../../../request/compiled-role.ts'
import type { App, Person } from './directory.ts'

/** Builds the caller from the records of the credentials. */
export function callerOf(
  person: Person | null,
  app: App | null,
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
export function appRefusal(app: App | null, now: number): Problem | null {
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
export const isOff = (app: App, now: number): boolean => appRefusal(app, now) !== null
