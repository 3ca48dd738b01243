import { Problem } from '@millwright/contract/problem'
import { integer, string } from '@millwright/contract/records/field'
import { appRoleFields } from '@millwright/contract/records/person'
import { roleFields, roleServiceAccessFields } from '@millwright/contract/records/role'
import { isRecord } from '@millwright/contract/wire/is-record'
import { protectAdminRoles } from '../../../access/required-rights.ts'
import { type DeclaredTable, declareTable } from '../../../records/system/declared-table.ts'
import type { ReadAt } from '../../../records/system/read-place.ts'

export const role = declareTable({
  table: 'role',
  label: 'Role',
  fields: roleFields,
  // The role as a whole is compared with the writer's rights, after its access rows are written.
  authority: { columns: { name: 'plain', description: 'plain', is_active: 'grants' } },
})
export const roleRecords: ReadAt = { table: 'role', column: 'id', places: [{ name: 'role', scope: { values: {} } }] }

/** Access rows of roles. */
export const roleServiceAccess = declareTable({
  table: 'role_service_access',
  label: 'Role Service Access',
  plural: 'Role Service Access',
  fields: roleServiceAccessFields,
  authority: {
    columns: {
      role_id: 'grants',
      service_id: 'grants',
      component: 'grants',
      verb_mask: 'grants',
      requestor_mask: 'grants',
      filters: ['grants', 'decides'],
      filter_op: ['grants', 'decides'],
    },
  },
  columns: {
    role_id: { references: 'role' },
    service_id: { references: 'service' },
    verb_mask: { check: between('verb_mask', 0, 31) },
    requestor_mask: { check: between('requestor_mask', 0, 3) },
    filters: {
      accept: (sent) => (sent === '' ? null : sent),
      check: (value) => (isFilterList(value) ? null : 'filters must be a list of {name, operator, value}.'),
    },
    filter_op: {
      check: (value) => (/^(?:and|or)$/i.test(String(value)) ? null : "filter_op must be 'AND' or 'OR'."),
    },
  },
})

/** The directory group whose members get a role. Deleted with its role (docs/wire/sign-in.md). */
export const roleAdldap = declareTable({
  table: 'role_adldap',
  label: 'Role Adldap',
  fields: {
    role_id: integer({ nullable: false }),
    dn: string({ max: 1_000 }),
  },
  key: 'role_id',
  audit: 'none',
  authority: { columns: { role_id: 'grants', dn: 'grants' }, grants: ({ role_id }) => role_id },
  columns: { dn: { accept: (sent) => (typeof sent === 'string' ? sent.trim() || null : sent) } },
})

/** The roles of people by app. */
export const appRole = declareTable({
  table: 'user_to_app_to_role',
  label: 'User To App To Role',
  fields: appRoleFields,
  authority: {
    columns: { user_id: 'grants', app_id: 'grants', role_id: 'grants' },
    grants: ({ role_id }) => role_id,
    takes: true,
  },
  audit: 'none',
  columns: {
    user_id: { references: 'user' },
    app_id: { references: 'app' },
    role_id: { references: 'role' },
  },
  async guard(tx, rows, { caller }) {
    const people = new Set(rows.map((row) => Number(row.user_id)))
    for (const person of people) await protectAdminRoles(tx, caller, 'user_id', person)
  },
  async check(tx, { values, previous }) {
    const found = await tx.first(
      'SELECT "id" FROM "user_to_app_to_role" WHERE "user_id" = ? AND "app_id" = ?',
      values.user_id ?? previous?.user_id,
      values.app_id ?? previous?.app_id,
    )
    if (found === undefined || found.id === previous?.id) return
    throw new Problem(
      400,
      'Multiple user-to-app-to-role assignment. You can only have a single user-to-app-to-role assignment.',
    )
  },
})

/** Like `appRole`, for roles assigned by rules of the instance to people who register or sign in externally, not by a caller. */
export const ruledAppRole: DeclaredTable = { ...appRole, guard: null, authority: null }

function between(name: string, least: number, most: number): (value: unknown) => string | null {
  return (value) =>
    typeof value === 'number' && value >= least && value <= most ? null : `${name} must be ${least} to ${most}.`
}

function isFilterList(value: unknown): boolean {
  return (
    value === null || (Array.isArray(value) && value.every((each) => isRecord(each) && typeof each.name === 'string'))
  )
}
