import { Problem } from '@millwright/contract/problem'
import { flag } from '../../gateway/params.ts'
import type { ResourceDeclaration } from '../resource.ts'
import { app } from '../shapes/app.ts'
import { user } from '../shapes/person.ts'
import { role, roleServiceAccess } from '../shapes/role.ts'
import { serviceDoc, service as shape } from '../shapes/service.ts'
import type { Row } from '../sql-runner.ts'

/** What stands behind the first part of an address. */
export const service: ResourceDeclaration = {
  name: 'service',
  label: 'Services',
  description: 'Services, their types and their settings.',
  shape,
  scope: { values: {} },
  relations: [
    { kind: 'hasOne', name: 'service_doc_by_service_id', foreignKey: 'service_id', target: serviceDoc },
    {
      kind: 'hasMany',
      name: 'role_service_access_by_service_id',
      foreignKey: 'service_id',
      target: roleServiceAccess,
      readOnly: true,
    },
    {
      kind: 'hasMany',
      name: 'app_by_storage_service_id',
      foreignKey: 'storage_service_id',
      target: app,
      readOnly: true,
    },
    {
      kind: 'manyToMany',
      name: 'role_by_role_service_access',
      junction: 'role_service_access',
      near: 'service_id',
      far: 'role_id',
      target: role,
    },
    { kind: 'belongsTo', name: 'user_by_created_by_id', column: 'created_by_id', target: user },
    { kind: 'belongsTo', name: 'user_by_last_modified_by_id', column: 'last_modified_by_id', target: user },
  ],
  visible: ({ sysadmin, role: held }) => {
    if (sysadmin || held === null || held.rules.some((rule) => rule.service === null)) return null
    return { expression: 'lower("name")', texts: [...new Set(held.rules.flatMap((rule) => rule.service ?? []))] }
  },
  prepare({ values, creating }) {
    if (creating && (values.label === undefined || values.label === '')) values.label = values.name
  },
  beforeWrite({ values, previous }) {
    if (previous !== null) refuseLosing(values, previous)
  },
  async beforeDelete({ tx, previous, id, request, log }) {
    if (previous.deletable !== 1) throw new Problem(403, `The service '${String(previous.name)}' cannot be deleted.`)
    const apps = await tx.all('SELECT "id", "name" FROM "app" WHERE "storage_service_id" = ? ORDER BY "name"', id)
    if (apps.length > 0 && !flag(request.params, 'force')) {
      const names = apps.map((row) => String(row.name))
      throw new Problem(409, `The service is in use by ${apps.length > 1 ? 'apps' : 'app'} ${names.join(', ')}.`, {
        context: { app: names },
      })
    }
    if (apps.length > 0) {
      await tx.all(
        'UPDATE "app" SET "storage_service_id" = NULL, "revision" = "revision" + 1 WHERE "storage_service_id" = ?',
        id,
      )
      log.changed('app', ...apps.map((row) => Number(row.id)))
    }
    const roles = await tx.all(
      `UPDATE "role" SET "revision" = "revision" + 1
        WHERE "id" IN (SELECT "role_id" FROM "role_service_access" WHERE "service_id" = ?) RETURNING "id"`,
      id,
    )
    if (roles.length > 0) log.changed('role', ...roles.map((row) => Number(row.id)))
    await tx.all('DELETE FROM "role_service_access" WHERE "service_id" = ?', id)
    await tx.all('DELETE FROM "service_doc" WHERE "service_id" = ?', id)
  },
}

/** Without these nobody could reach the instance any more. */
function refuseLosing(values: Row, previous: Row): void {
  if (previous.deletable !== 1 && values.name !== undefined && values.name !== previous.name) {
    throw new Problem(403, `The service '${String(previous.name)}' cannot be renamed.`)
  }
  if (previous.type === 'system' && values.is_active === 0) {
    throw new Problem(403, `The service '${String(previous.name)}' cannot be deactivated.`)
  }
}
