import { requireRightsOfRole } from '../../../access/handed-role.ts'
import { revokeLinkedTokens } from '../../../access/linked-tokens.ts'
import { protectAdminRoles } from '../../../access/root-admin.ts'
import { partOf } from '../../../records/system/read-place.ts'
import { app, appRecords } from '../../ground/models/app-model.ts'
import { lookupOf } from '../../ground/models/lookup-model.ts'
import { peopleWhoWrote, personRecords, user } from '../../ground/models/person-model.ts'
import { appRole, role as declared, roleAdldap, roleServiceAccess } from '../../ground/models/role-model.ts'
import { service, serviceRecords } from '../../ground/models/service-model.ts'
import type { ResourceDeclaration } from '../../ground/system/resource.ts'
import { deleteRoleDependents } from './empty-role.ts'
import { refuseMisplacedFilters } from './row-filters.ts'

/** A role: access rows, lookup keys, and the people who have it in each app. */
export const role: ResourceDeclaration = {
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
