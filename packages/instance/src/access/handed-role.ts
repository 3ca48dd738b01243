import { Problem } from '@millwright/contract/problem'
import { createLruCache } from '../platform/cache.ts'
import { digest } from '../platform/digest.ts'
import { Yielder } from '../platform/yielder.ts'
import type { Row, Tx } from '../records/system/sql-runner.ts'
import type { Caller } from '../request/caller.ts'
import type { CompiledRole } from '../request/compiled-role.ts'
import { type AccessRow, compileRole, type RoleRow } from './compile-role.ts'
import { isFullAdmin } from './full-admin.ts'
import { programRoleProblem } from './programs.ts'
import { requestBeyondRights } from './wider.ts'

type Reads = Pick<Tx, 'all' | 'dialect'>

/** Throws 403 if the role allows something that the caller, who is about to assign it, may not do (docs/wire/access.md). */
export async function requireRightsOfRole(tx: Reads, caller: Caller, roleId: unknown): Promise<void> {
  if (isFullAdmin(caller) || roleId === null || roleId === undefined) return
  for (const role of await storedRoles(tx, [Number(roleId)])) {
    const problem = assignmentProblem(caller, role)
    if (problem !== null) throw problem
  }
}

/** Returns those of the roles that the caller could not assign, because they lack some of their rights. */
export async function rolesBeyondRights(tx: Reads, caller: Caller, ids: readonly number[]): Promise<Set<number>> {
  const beyond = new Set<number>()
  if (isFullAdmin(caller)) return beyond
  const yielder = new Yielder()
  for (const role of await storedRoles(tx, ids)) {
    if (isBeyondRights(caller, role)) beyond.add(role.id)
    await yielder.step()
  }
  return beyond
}

const maxCompared = 1_000
/** Results by the caller's role and the rules of the other role, as lists of apps ask for the same ones each time. */
const compared = new WeakMap<CompiledRole, ReturnType<typeof createLruCache<string, boolean>>>()

function isBeyondRights(caller: Caller, role: CompiledRole): boolean {
  if (programRoleProblem(caller, role) !== null) return true
  if (caller.sysadmin || caller.role === null || caller.narrowedBy !== undefined) {
    return requestBeyondRights(caller, role) !== null
  }
  const known = compared.get(caller.role) ?? createLruCache<string, boolean>(maxCompared)
  compared.set(caller.role, known)
  const name = digest(JSON.stringify(role.rules))
  const result = known.get(name) ?? requestBeyondRights(caller, role) !== null
  known.set(name, result)
  return result
}

function assignmentProblem(caller: Caller, role: CompiledRole): Problem | null {
  const problem = programRoleProblem(caller, role)
  if (problem !== null) return problem
  const found = requestBeyondRights(caller, role)
  if (found === null) return null
  return new Problem(403, `The role '${role.name}' allows ${found}, and no one can assign rights that they lack.`)
}

/** Throws 403 if changing this person's sign-in methods would give the caller more rights, namely the person's roles. */
export async function requireRightsOfPerson(tx: Reads, caller: Caller, userId: unknown): Promise<void> {
  if (caller.sysadmin) return
  const held = await tx.all('SELECT DISTINCT "role_id" FROM "user_to_app_to_role" WHERE "user_id" = ?', userId)
  const roles = await storedRoles(
    tx,
    held.map(({ role_id }) => Number(role_id)),
  )
  for (const role of roles) {
    const found = requestBeyondRights(caller, role)
    if (found === null) continue
    const whose = `Their role '${role.name}' allows ${found}, which you may not do`
    throw new Problem(403, `${whose}: only someone with these rights can change how this person signs in.`)
  }
}

/** Read within the current transaction if there is one. */
async function storedRoles({ all, dialect }: Reads, ids: readonly number[]): Promise<CompiledRole[]> {
  if (ids.length === 0) return []
  const list = dialect.list(ids)
  const roles = await all(`SELECT "id", "name", "is_active" FROM "role" WHERE ${dialect.among('"id"', 'number')}`, list)
  const rows = await all(
    `SELECT "access".*, "service"."name" AS "service_name"
       FROM "role_service_access" AS "access" LEFT JOIN "service" ON "service"."id" = "access"."service_id"
      WHERE ${dialect.among('"access"."role_id"', 'number')} ORDER BY "access"."id"`,
    list,
  )
  const rowsByRole = Map.groupBy(rows, ({ role_id }) => Number(role_id))
  return roles.map((role) => compileRole(roleRow(role), (rowsByRole.get(Number(role.id)) ?? []).map(accessRow)))
}

function roleRow({ id, name, is_active }: Row): RoleRow {
  return { id: Number(id), name: String(name), is_active: Number(is_active) }
}

function accessRow(row: Row): AccessRow {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  return {
    id: Number(row.id),
    service_id: row.service_id === null ? null : Number(row.service_id),
    service_name: text('service_name'),
    component: text('component'),
    verb_mask: Number(row.verb_mask),
    requestor_mask: Number(row.requestor_mask),
    filters: text('filters'),
    filter_op: text('filter_op') ?? 'AND',
  }
}
