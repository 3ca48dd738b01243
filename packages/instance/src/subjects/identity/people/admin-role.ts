import { Problem } from '@millwright/contract/problem'
import { appsOfTabs, planRows, type StoredTabRow, type TabRow } from '../../../access/tab-rules.ts'
import type { Actor } from '../../../records/system/declared-table.ts'
import { deleteRow, insertRow, updateRow } from '../../../records/system/rows.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../records/system/write-log.ts'
import { appRole, role as declared, roleServiceAccess } from '../../ground/models/role-model.ts'
import { logDependents } from '../../ground/system/dependents/graph.ts'
import { deleteRoleDependents } from '../roles/role.ts'
import type { TabCommand } from '../roles/role-tabs.ts'

/** An administrator whose role is created, changed or deleted, inside a transaction. */
export interface AdminRoleStep {
  readonly tx: Tx
  readonly log: WriteLog
  readonly actor: Actor
  readonly adminId: number
  readonly email: string
}

type Tabs = Extract<TabCommand, { kind: 'restrict' }>['tabs']

const nameEnd = "'s role"
const descriptionEnd = "'s admin role"
const longestName = 64
const api = 1
const script = 2

/** Restricts an administrator to exactly these tabs, through a role of their own in the apps that the tabs need. */
export async function restrict(step: AdminRoleStep, tabs: Tabs): Promise<void> {
  const own = await ownRole(step.tx, step.adminId)
  const roleId = own === undefined ? await createRole(step) : Number(own.id)
  const changed = await writeRows(step, roleId, tabs)
  if (own !== undefined) await touchRole(step, own, changed)
  await assign(step, roleId, appsOfTabs(tabs))
}

/** Removes all roles of the administrator, and deletes their own role. */
export async function free(step: AdminRoleStep): Promise<void> {
  await removeOwnRole(step)
  const { tx, log, adminId, actor } = step
  const links = await tx.all('DELETE FROM "user_to_app_to_role" WHERE "user_id" = ? RETURNING *', adminId)
  for (const link of links)
    actor.auditLog.note({ declared: appRole, key: Number(link.id), previous: link, next: null }, actor)
  if (links.length > 0) log.changed('user_to_app_to_role', ...links.map((row) => Number(row.id)))
}

/** Renames the administrator's own role after their email address. */
export async function renameRole(step: AdminRoleStep): Promise<void> {
  const own = await ownRole(step.tx, step.adminId)
  if (own !== undefined) await touchRole(step, own, false)
}

/** Deletes the administrator's own role before they are deleted. */
export async function removeOwnRole({ tx, log, actor, adminId }: Omit<AdminRoleStep, 'email'>): Promise<void> {
  const own = await ownRole(tx, adminId)
  if (own === undefined) return
  const id = Number(own.id)
  await logDependents(tx, declared, id, actor)
  await deleteRoleDependents(tx, log, id)
  await deleteRow(tx, declared, own, id, actor)
  log.changed('role', id)
}

/** The administrator's own role: one that no one else has, identified by its name or description. */
async function ownRole(tx: Tx, adminId: number): Promise<Row | undefined> {
  const roles = await tx.all(
    `SELECT * FROM "role" WHERE "id" IN (SELECT "role_id" FROM "user_to_app_to_role" WHERE "user_id" = ?)
       AND NOT EXISTS (SELECT 1 FROM "user_to_app_to_role" WHERE "role_id" = "role"."id" AND "user_id" <> ?)
      ORDER BY "id"${tx.dialect.lock}`,
    adminId,
    adminId,
  )
  return roles.find(
    ({ name, description }) => String(description ?? '').endsWith(descriptionEnd) || String(name).endsWith(nameEnd),
  )
}

async function createRole(step: AdminRoleStep): Promise<number> {
  const name = await freeName(step, 0)
  const values = { name, description: descriptionOf(step.email), is_active: 1 }
  const inserted = await insertRow(step.tx, declared, values, step.actor)
  step.log.inserted('role')
  return Number(inserted.id)
}

/** Updates the names to match the email address, and the role's last change if its rows changed. */
async function touchRole(step: AdminRoleStep, own: Row, changed: boolean): Promise<void> {
  const { tx, log, actor, email } = step
  const id = Number(own.id)
  const name = await freeName(step, id)
  const description = descriptionOf(email)
  const values = {
    ...(name === own.name ? {} : { name }),
    ...(description === own.description ? {} : { description }),
  }
  if (!changed && Object.keys(values).length === 0) return
  await updateRow(tx, declared, { values, previous: own }, id, actor)
  log.changed('role', id)
}

/** `{email}'s role`, cut to the maximum length of a name, or numbered if another role has that name. */
async function freeName({ tx, email }: AdminRoleStep, ownId: number): Promise<string> {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? nameEnd : `${nameEnd} ${number}`
    const name = `${[...email].slice(0, longestName - end.length).join('')}${end}`
    const taken = await tx.first('SELECT "id" FROM "role" WHERE "name" = ? AND "id" <> ?', name, ownId)
    if (taken === undefined) return name
  }
}

function descriptionOf(email: string): string {
  return `${[...email].slice(0, 255 - descriptionEnd.length).join('')}${descriptionEnd}`
}

/** Returns whether any row changed. */
async function writeRows({ tx, log, actor }: AdminRoleStep, roleId: number, tabs: Tabs): Promise<boolean> {
  const stored = await tx.all(
    `SELECT "access".*, "service"."name" AS "service"
       FROM "role_service_access" AS "access" LEFT JOIN "service" ON "service"."id" = "access"."service_id"
      WHERE "access"."role_id" = ?`,
    roleId,
  )
  const { add, remove } = planRows(stored.map(storedRow), tabs)
  const services = await idsByName(tx, 'service')
  const possible = add.filter(({ service }) => services.has(service))
  for (const row of stored) {
    const id = Number(row.id)
    if (remove.includes(id)) await deleteRow(tx, roleServiceAccess, row, id, actor)
  }
  for (const row of possible) {
    const values = accessRow(row, roleId, services.get(row.service) ?? null)
    await insertRow(tx, roleServiceAccess, values, actor)
  }
  if (remove.length + possible.length > 0) log.changed('role_service_access', ...remove)
  return remove.length + possible.length > 0
}

function storedRow({ id, component, verb_mask, service }: Row): StoredTabRow {
  return {
    id: Number(id),
    component: String(component ?? ''),
    verbMask: Number(verb_mask),
    service: service === null ? null : String(service),
  }
}

function accessRow({ component, verbMask }: TabRow, role_id: number, service_id: number | null): Row {
  return {
    role_id,
    service_id,
    component,
    verb_mask: verbMask,
    requestor_mask: api | script,
    filters: '[]',
    filter_op: 'AND',
  }
}

/** Assigns the role in exactly these apps. */
async function assign({ tx, log, actor, adminId }: AdminRoleStep, roleId: number, wanted: string[]): Promise<void> {
  const apps = await idsByName(tx, 'app')
  if (!apps.has('admin')) throw new Problem(409, "There is no app 'admin' to restrict administrators with.")
  const wantedIds = wanted.flatMap((name) => apps.get(name) ?? [])
  const links = await tx.all('SELECT * FROM "user_to_app_to_role" WHERE "user_id" = ?', adminId)
  for (const link of links) {
    const id = Number(link.id)
    if (link.role_id === roleId && !wantedIds.includes(Number(link.app_id)))
      await deleteRow(tx, appRole, link, id, actor)
    else if (link.role_id !== roleId && wantedIds.includes(Number(link.app_id))) {
      await updateRow(tx, appRole, { values: { role_id: roleId }, previous: link }, id, actor)
    }
  }
  for (const app_id of wantedIds.filter((id) => !links.some((link) => link.app_id === id))) {
    await insertRow(tx, appRole, { user_id: adminId, app_id, role_id: roleId }, actor)
  }
  log.changed('user_to_app_to_role', ...links.map((link) => Number(link.id)))
}

async function idsByName(tx: Tx, table: 'app' | 'service'): Promise<Map<string, number>> {
  const rows = await tx.all(`SELECT "id", "name" FROM "${table}"`)
  return new Map(rows.map(({ id, name }) => [String(name), Number(id)]))
}
