import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from '../../gateway/api-request.ts'
import type { Key } from '../dialect.ts'
import { endLinkedTokens } from '../linked-tokens.ts'
import type { ResourceDeclaration } from '../resource.ts'
import { isRootAdmin } from '../root-admin.ts'
import { app } from '../shapes/app.ts'
import { lookupOf } from '../shapes/lookup.ts'
import { user } from '../shapes/person.ts'
import { appRole, roleServiceAccess, role as shape } from '../shapes/role.ts'
import { service } from '../shapes/service.ts'
import type { Tx } from '../sql-runner.ts'

/** What people may do: access rows, lookup keys, and who has it in which app. */
export const role: ResourceDeclaration = {
  name: 'role',
  label: 'Roles',
  description: 'Roles and the access they give.',
  shape,
  scope: { values: {} },
  relations: [
    {
      kind: 'hasMany',
      name: 'role_service_access_by_role_id',
      foreignKey: 'role_id',
      target: roleServiceAccess,
    },
    { kind: 'hasMany', name: 'lookup_by_role_id', foreignKey: 'role_id', target: lookupOf('role_id'), matchBy: 'name' },
    { kind: 'hasMany', name: 'user_to_app_to_role_by_role_id', foreignKey: 'role_id', target: appRole },
    { kind: 'hasMany', name: 'app_by_role_id', foreignKey: 'role_id', target: app, readOnly: true },
    {
      kind: 'manyToMany',
      name: 'service_by_role_service_access',
      junction: 'role_service_access',
      near: 'role_id',
      far: 'service_id',
      target: service,
    },
    {
      kind: 'manyToMany',
      name: 'app_by_user_to_app_to_role',
      junction: 'user_to_app_to_role',
      near: 'role_id',
      far: 'app_id',
      target: app,
    },
    {
      kind: 'manyToMany',
      name: 'user_by_user_to_app_to_role',
      junction: 'user_to_app_to_role',
      near: 'role_id',
      far: 'user_id',
      target: user,
    },
    { kind: 'belongsTo', name: 'user_by_created_by_id', column: 'created_by_id', target: user },
    { kind: 'belongsTo', name: 'user_by_last_modified_by_id', column: 'last_modified_by_id', target: user },
  ],
  async beforeWrite({ tx, request, previous }) {
    if (previous !== null) await refuseAdminRole(tx, request, Number(previous.id))
  },
  async afterWrite({ tx, log, id, values, previous }) {
    if (previous?.is_active === 1 && values.is_active === 0) await endLinkedTokens(tx, log, 'role_id', id)
  },
  async beforeDelete({ tx, request, id, log }) {
    await refuseAdminRole(tx, request, id)
    await endLinkedTokens(tx, log, 'role_id', id)
    const apps = await tx.all(
      'UPDATE "app" SET "role_id" = NULL, "revision" = "revision" + 1 WHERE "role_id" = ? RETURNING "id"',
      id,
    )
    if (apps.length > 0) log.changed('app', ...apps.map((row) => Number(row.id)))
    await tx.all('DELETE FROM "user_to_app_to_role" WHERE "role_id" = ?', id)
    await tx.all('DELETE FROM "role_service_access" WHERE "role_id" = ?', id)
    await tx.all('DELETE FROM "lookup" WHERE "role_id" = ?', id)
  },
}

/** The role of a restricted administrator decides what that administrator may do. */
async function refuseAdminRole(tx: Tx, request: ApiRequest, id: Key): Promise<void> {
  const linked = await tx.first(
    `SELECT 1 AS "linked" FROM "user_to_app_to_role" JOIN "user" ON "user"."id" = "user_to_app_to_role"."user_id"
      WHERE "user_to_app_to_role"."role_id" = ? AND "user"."is_sys_admin" = 1 LIMIT 1`,
    id,
  )
  if (linked === undefined || (await isRootAdmin(request.caller, tx.first))) return
  throw new Problem(403, "Only a root administrator can change an administrator's role.")
}
