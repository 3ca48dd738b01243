import { invalid } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { hasRows } from '../../../access/compile-role.ts'
import { requireRightsOfRole } from '../../../access/handed-role.ts'
import { protectAdminRoles } from '../../../access/required-rights.ts'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import { hasTables } from '../../../gateway/service-kind.ts'
import type { Key } from '../../../records/system/dialect.ts'
import { partOf } from '../../../records/system/read-place.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../records/system/write-log.ts'
import { app, appRecords } from '../../ground/models/app-model.ts'
import { lookupOf } from '../../ground/models/lookup-model.ts'
import { peopleWhoWrote, personRecords, user } from '../../ground/models/person-model.ts'
import { appRole, role as declared, roleAdldap, roleServiceAccess } from '../../ground/models/role-model.ts'
import { service, serviceRecords } from '../../ground/models/service-model.ts'
import type { ResourceDeclaration } from '../../ground/system/resource.ts'

/** A role: access rows, lookup keys, and the people who have it in each app. */
export const roleResource: ResourceDeclaration = {
  name: 'role',
  label: 'Roles',
  description: 'Roles and the access they give.',
  travels: {
    key: 'name',
    nested: [
      {
        relation: 'role_service_access_by_role_id',
        as: 'access',
        sameBy: ['service_id', 'component', 'requestor_mask'],
      },
      { relation: 'lookup_by_role_id', as: 'lookups' },
      { relation: 'role_adldap_by_role_id', as: 'directory_group' },
    ],
    files: { folder: 'roles' },
  },
  declared,
  scope: { values: {} },
  relations: [
    {
      kind: 'hasMany',
      name: 'role_service_access_by_role_id',
      foreignKey: 'role_id',
      target: roleServiceAccess,
      readAt: 'owner',
    },
    {
      kind: 'hasMany',
      name: 'lookup_by_role_id',
      foreignKey: 'role_id',
      target: lookupOf('role_id'),
      readAt: 'owner',
      matchBy: 'name',
    },
    { kind: 'hasOne', name: 'role_adldap_by_role_id', foreignKey: 'role_id', target: roleAdldap, readAt: 'owner' },
    {
      kind: 'hasMany',
      name: 'user_to_app_to_role_by_role_id',
      foreignKey: 'role_id',
      target: appRole,
      readAt: partOf(personRecords, 'user_id'),
    },
    { kind: 'hasMany', name: 'app_by_role_id', foreignKey: 'role_id', target: app, readAt: appRecords, readOnly: true },
    {
      kind: 'manyToMany',
      name: 'service_by_role_service_access',
      junction: 'role_service_access',
      near: 'role_id',
      far: 'service_id',
      target: service,
      readAt: serviceRecords,
      junctionReadAt: 'owner',
    },
    {
      kind: 'manyToMany',
      name: 'app_by_user_to_app_to_role',
      junction: 'user_to_app_to_role',
      near: 'role_id',
      far: 'app_id',
      target: app,
      readAt: appRecords,
      junctionReadAt: partOf(personRecords, 'user_id'),
    },
    {
      kind: 'manyToMany',
      name: 'user_by_user_to_app_to_role',
      junction: 'user_to_app_to_role',
      near: 'role_id',
      far: 'user_id',
      target: user,
      readAt: personRecords,
      junctionReadAt: partOf(personRecords, 'user_id'),
    },
    ...peopleWhoWrote,
  ],
  async beforeWrite({ tx, request, previous }) {
    if (previous !== null) await protectAdminRoles(tx, request.caller, 'role_id', Number(previous.id))
  },
  async afterWrite({ tx, log, id, values, previous, request, parts }) {
    await refuseMisplacedFilters(tx, parts.kinds, id)
    await requireRightsOfRole(tx, request.caller, id)
    if (previous?.is_active === 1 && values.is_active === 0) await revokeLinkedTokens(tx, log, 'role_id', id)
  },
  async beforeDelete({ tx, request, id, log }) {
    await protectAdminRoles(tx, request.caller, 'role_id', id)
    await deleteRoleDependents(tx, log, id)
  },
}

/**
 * Rejects row filters of a role on anything but tables of databases, where nothing would apply them (docs/wire/access.md). Runs in the
 * transaction, after the role and its access rows are written.
 */
async function refuseMisplacedFilters(tx: Tx, kinds: ServiceKinds, roleId: Key): Promise<void> {
  const rows = await tx.all(
    `SELECT "access"."filters", "access"."component", "access"."service_id", "service"."name", "service"."type"
       FROM "role_service_access" AS "access" LEFT JOIN "service" ON "service"."id" = "access"."service_id"
      WHERE "access"."role_id" = ? AND "access"."filters" IS NOT NULL ORDER BY "access"."id"`,
    roleId,
  )
  const misplaced = rows.find((row) => isMisplaced(row, kinds))
  if (misplaced === undefined) return
  const place = `${misplaced.name === null ? 'all services' : `'${String(misplaced.name)}'`}, component '${String(misplaced.component ?? '')}'`
  throw invalid({
    role_service_access_by_role_id: [
      `filters: row filters only apply to tables of databases ('_table/…', or '*' for a whole database), and not to ${place}.`,
    ],
  })
}

/** Whether a stored access row, with its service's type, has row filters that nothing applies. */
export function isMisplaced({ filters, component, service_id, type }: Readonly<Row>, kinds: ServiceKinds): boolean {
  if (!isFilled(filters)) return false
  const kind = typeof type === 'string' ? kinds.of(type) : null
  // The connector of an unknown type may only be missing.
  return (
    kind === null ||
    (kind !== undefined && !hasTables(kind.group)) ||
    !hasRows(Number(service_id), String(component ?? ''))
  )
}

function isFilled(filters: unknown): boolean {
  if (typeof filters !== 'string' || filters === '') return false
  const list: unknown = JSON.parse(filters)
  return Array.isArray(list) ? list.length > 0 : isRecord(list)
}

/** Deletes what depends on a role that is about to be deleted, and invalidates the tokens of its users. */
export async function deleteRoleDependents(tx: Tx, log: WriteLog, id: Key): Promise<void> {
  await revokeLinkedTokens(tx, log, 'role_id', id)
  const apps = await tx.all(
    'UPDATE "app" SET "role_id" = NULL, "revision" = "revision" + 1 WHERE "role_id" = ? RETURNING "id"',
    id,
  )
  if (apps.length > 0) log.changed('app', ...apps.map((row) => Number(row.id)))
  const links = await tx.all('DELETE FROM "user_to_app_to_role" WHERE "role_id" = ? RETURNING "id"', id)
  log.changed('user_to_app_to_role', ...links.map((row) => Number(row.id)))
  await tx.all('DELETE FROM "role_service_access" WHERE "role_id" = ?', id)
  await tx.all('DELETE FROM "lookup" WHERE "role_id" = ?', id)
}

/** Revokes the tokens of everyone who has the role, or any role in the app. */
export async function revokeLinkedTokens(tx: Tx, log: WriteLog, column: 'role_id' | 'app_id', id: Key): Promise<void> {
  const people = await tx.all(
    `UPDATE "user" SET "token_generation" = "token_generation" + 1
      WHERE "id" IN (SELECT "user_id" FROM "user_to_app_to_role" WHERE "${column}" = ?) RETURNING "id"`,
    id,
  )
  const ids = people.map((person) => Number(person.id))
  if (ids.length > 0) log.changed('user', ...ids)
}
