import { Problem } from '@millwright/contract/problem'
import type { Tx } from '../records/system/sql-runner.ts'
import type { Caller } from '../request/caller.ts'
import type { CompiledRole } from '../request/compiled-role.ts'
import { rejectRoleAssignmentByAppPassword } from './app-passwords.ts'
import { type AccessRow, compileRole, type RoleRow } from './compile-role.ts'
import { requestBeyondRights } from './wider.ts'

/** Throws 403 if the role allows something that the caller, who is about to assign it, may not do (docs/wire/access.md). */
export async function requireRightsOfRole(tx: Tx, caller: Caller, roleId: unknown): Promise<void> {
  if ((caller.sysadmin && !caller.byAppPassword) || roleId === null || roleId === undefined) return
  const role = await storedRole(tx, roleId)
  if (role === null) return
  rejectRoleAssignmentByAppPassword(caller, role)
  const found = requestBeyondRights(caller, role)
  if (found === null) return
  throw new Problem(403, `The role '${role.name}' allows ${found}, and no one can assign rights that they lack.`)
}

/** Throws 403 if changing this person's sign-in methods would give the caller more rights, namely the person's roles. */
export async function requireRightsOfPerson(tx: Tx, caller: Caller, userId: unknown): Promise<void> {
  if (caller.sysadmin) return
  const held = await tx.all('SELECT DISTINCT "role_id" FROM "user_to_app_to_role" WHERE "user_id" = ?', userId)
  for (const { role_id } of held) {
    const role = await storedRole(tx, role_id)
    const found = role === null ? null : requestBeyondRights(caller, role)
    if (role === null || found === null) continue
    const whose = `Their role '${role.name}' allows ${found}, which you may not do`
    throw new Problem(403, `${whose}: only someone with these rights can change how this person signs in.`)
  }
}

/** Read within the transaction. */
async function storedRole(tx: Tx, id: unknown): Promise<CompiledRole | null> {
  const role = await tx.first('SELECT "id", "name", "is_active" FROM "role" WHERE "id" = ?', id)
  if (role === undefined) return null
  const rows = await tx.all(
    `SELECT "access".*, "service"."name" AS "service_name"
       FROM "role_service_access" AS "access" LEFT JOIN "service" ON "service"."id" = "access"."service_id"
      WHERE "access"."role_id" = ? ORDER BY "access"."id"`,
    id,
  )
  return compileRole(roleRow(role), rows.map(accessRow))
}

function roleRow({ id, name, is_active }: Readonly<Record<string, unknown>>): RoleRow {
  return { id: Number(id), name: String(name), is_active: Number(is_active) }
}

function accessRow(row: Readonly<Record<string, unknown>>): AccessRow {
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
