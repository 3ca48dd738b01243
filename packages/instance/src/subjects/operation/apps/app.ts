import { invalid } from '@millwright/contract/problem'
import { protectAdminRoles } from '../../../access/required-rights.ts'
import { consoleApp } from '../../../platform/console-app.ts'
import { partOf } from '../../../records/system/read-place.ts'
import { flag } from '../../../request/params.ts'
import { app as declared, isApiKey } from '../../ground/models/app-model.ts'
import { lookupOf } from '../../ground/models/lookup-model.ts'
import { peopleWhoWrote, personRecords, user } from '../../ground/models/person-model.ts'
import { appRole, role, roleRecords } from '../../ground/models/role-model.ts'
import { service, serviceRecords } from '../../ground/models/service-model.ts'
import type { ResourceDeclaration } from '../../ground/system/resource.ts'
import { revokeLinkedTokens } from '../../identity/roles/role.ts'
import { isRotation, newApiKey, onlyKey, overlapOf, rotatedKey, shownOnce } from './rotate-key.ts'

/** Apps: clients with an API key, and where they can be launched. */
export const app: ResourceDeclaration = {
  name: 'app',
  label: 'Apps',
  description: 'Applications and their API keys.',
  travels: {
    key: 'name',
    nested: [{ relation: 'lookup_by_app_id', as: 'lookups' }],
    files: { folder: 'apps' },
  },
  declared,
  scope: { values: {} },
  relations: [
    { kind: 'belongsTo', name: 'role_by_role_id', column: 'role_id', target: role, readAt: roleRecords },
    {
      kind: 'belongsTo',
      name: 'service_by_storage_service_id',
      column: 'storage_service_id',
      target: service,
      readAt: serviceRecords,
    },
    {
      kind: 'hasMany',
      name: 'user_to_app_to_role_by_app_id',
      foreignKey: 'app_id',
      target: appRole,
      readAt: partOf(personRecords, 'user_id'),
    },
    {
      kind: 'hasMany',
      name: 'lookup_by_app_id',
      foreignKey: 'app_id',
      target: lookupOf('app_id'),
      readAt: 'owner',
      matchBy: 'name',
    },
    {
      kind: 'hasMany',
      name: 'user_by_default_app_id',
      foreignKey: 'default_app_id',
      target: user,
      readAt: personRecords,
      readOnly: true,
    },
    {
      kind: 'manyToMany',
      name: 'user_by_user_to_app_to_role',
      junction: 'user_to_app_to_role',
      near: 'app_id',
      far: 'user_id',
      target: user,
      readAt: personRecords,
      junctionReadAt: partOf(personRecords, 'user_id'),
    },
    {
      kind: 'manyToMany',
      name: 'role_by_user_to_app_to_role',
      junction: 'user_to_app_to_role',
      near: 'app_id',
      far: 'role_id',
      target: role,
      readAt: roleRecords,
      junctionReadAt: partOf(personRecords, 'user_id'),
    },
    { kind: 'belongsTo', name: 'user_by_owner_id', column: 'owner_id', target: user, readAt: personRecords },
    ...peopleWhoWrote,
  ],
  async beforeWrite({ tx, values, previous, request, parts }) {
    const isConsole = (previous?.name ?? values.name) === consoleApp
    for (const field of ['expires_at', 'owner_id'] as const) {
      // No one could sign in any more to give it another.
      if (isConsole && (values[field] ?? null) !== null)
        throw invalid({ [field]: ["The console's own key has no end and no owner."] })
    }
    if (previous === null) {
      const usable = isApiKey(values.api_key) && !(await isTaken(values.api_key))
      if (!usable) values.api_key = newApiKey()
    } else if (isRotation(request)) {
      Object.assign(values, rotatedKey(previous, overlapOf(request.params), parts.clock()))
    } else if (flag(request.params, 'regenerate')) {
      Object.assign(values, onlyKey(newApiKey()), { last_used_date: null })
    } else if (values.api_key !== undefined && values.api_key !== previous.api_key) {
      if (await isEarlierKey(values.api_key)) throw invalid({ api_key: ['api_key is already in use.'] })
      Object.assign(values, onlyKey(values.api_key))
    }

    async function isTaken(key: unknown): Promise<boolean> {
      return (await tx.first('SELECT "id" FROM "app" WHERE "api_key" = ?', key)) !== undefined || isEarlierKey(key)
    }

    async function isEarlierKey(key: unknown): Promise<boolean> {
      return (await tx.first('SELECT "id" FROM "app" WHERE "previous_key" = ?', key)) !== undefined
    }
  },
  async afterWrite({ tx, log, id, values, previous }) {
    if (previous?.is_active === 1 && values.is_active === 0) await revokeLinkedTokens(tx, log, 'app_id', id)
  },
  afterCommit: ({ ids, request, parts }) => (isRotation(request) ? shownOnce(parts.store, ids) : undefined),
  async beforeDelete({ tx, id, log, request }) {
    await protectAdminRoles(tx, request.caller, 'app_id', id)
    await revokeLinkedTokens(tx, log, 'app_id', id)
    await tx.all('DELETE FROM "user_to_app_to_role" WHERE "app_id" = ?', id)
    await tx.all('DELETE FROM "lookup" WHERE "app_id" = ?', id)
    const people = await tx.all(
      'UPDATE "user" SET "default_app_id" = NULL, "revision" = "revision" + 1 WHERE "default_app_id" = ? RETURNING "id"',
      id,
    )
    if (people.length > 0) log.changed('user', ...people.map((row) => Number(row.id)))
  },
}
