import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Caller } from '../../../request/caller.ts'
import type { CompiledRole } from '../../../request/compiled-role.ts'
import type { Impersonate } from '../../identity/people/caller-of.ts'

/** Whom a test can be made as. */
export interface TrialCallers {
  readonly impersonate: Impersonate
  readonly roleOf: (id: number) => Promise<CompiledRole | null>
}

/** Whom a test is made as (docs/wire/custom-apis.md). Throws a 403 for anybody but full administrators. */
export async function trialCaller(as: unknown, asker: Caller, callers: TrialCallers): Promise<Caller> {
  if (as === undefined || as === null) return asker
  if (!asker.sysadmin) throw new Problem(403, 'Only full administrators can try an endpoint as someone else.')
  const { user, app, role } = named(as)
  if (role !== null) return byRole(role, callers)
  const key = app === null ? null : { appId: app }
  const { caller, refused } = await callers.impersonate({ userId: user, key, ignoresSession: false })
  if (refused !== null) throw new Problem(422, `as: ${refused.problem.message}`)
  return caller
}

async function byRole(id: number, { roleOf }: TrialCallers): Promise<Caller> {
  const role = await roleOf(id)
  if (role === null) throw new Problem(404, `There is no role with the identifier ${id}.`)
  return { user: null, app: null, role, sysadmin: false, token: null, sentKey: true }
}

interface Named {
  readonly user: number | null
  readonly app: number | null
  readonly role: number | null
}

function named(as: unknown): Named {
  const { user_id = null, app_id = null, role_id = null, ...others } = isRecord(as) ? as : { others: as }
  const isId = (value: unknown) => value === null || (Number.isInteger(value) && Number(value) > 0)
  const isSome = role_id === null ? user_id !== null || app_id !== null : user_id === null && app_id === null
  if (!isSome || Object.keys(others).length > 0 || ![user_id, app_id, role_id].every(isId))
    throw new Problem(400, 'as must have the identifiers user_id, app_id or both, or role_id.')
  const idOf = (value: unknown) => (value === null ? null : Number(value))
  return { user: idOf(user_id), app: idOf(app_id), role: idOf(role_id) }
}
