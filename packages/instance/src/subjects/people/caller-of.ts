import type { Problem } from '@millwright/contract/problem'
import type { Caller, ProgramCredential } from '../../request/caller.ts'
import type { CompiledRole } from '../../request/compiled-role.ts'
import { RefusedCaller } from '../../request/refused-caller.ts'
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

/** The error for requests with the key of an inactive app, or `null` if the app is active. */
export function appRefusal(app: App | null): Problem | null {
  if (app?.isActive !== false) return null
  const caller = { ...callerOf(null, app, null, null, null), sentKey: true }
  return new RefusedCaller(403, 'App is not active.', caller, { reason: 'inactive_app' })
}
