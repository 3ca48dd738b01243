import { requireRightsOfRole } from '../../access/handed-role.ts'
import { revokeLinkedTokens } from '../../access/linked-tokens.ts'
import { protectAdminRoles } from '../../access/root-admin.ts'
import { app } from '../models/app-model.ts'
import { lookupOf } from '../models/lookup-model.ts'
import { user } from '../models/person-model.ts'
import { appRole, role as declared, roleAdldap, roleServiceAccess } from '../models/role-model.ts'
import { service } from '../models/service-model.ts'
import type { ResourceDeclaration } from '../system/resource.ts'
import { deleteRoleDependents } from './empty-role.ts'

/** A role: access rows, lookup keys, and the people who have it in each app. */
export const role: ResourceDeclaration = {
  name: 'role',
  label: 'Roles',
  description: 'Roles and the access they give.',
  declared,
  scope: { values: {} },
  relations: [
    {
      kind: 'hasMany',
      name: 'role_service_access_by_role_id',
      foreignKey: 'role_id',
      target: roleServiceAccess,
    },
    { kind: 'hasMany', name: 'lookup_by_role_id', foreignKey: 'role_id', target: lookupOf('role_id'), matchBy: 'name' },
    { kind: 'hasOne', name: 'role_adldap_by_role_id', foreignKey: 'role_id', target: roleAdldap },
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
    if (previous !== null) await protectAdminRoles(tx, request.caller, 'role_id', Number(previous.id))
  },
  async afterWrite({ tx, log, id, values, previous, request }) {
    await requireRightsOfRole(tx, request.caller, id)
    if (previous?.is_active === 1 && values.is_active === 0) await revokeLinkedTokens(tx, log, 'role_id', id)
  },
  async beforeDelete({ tx, request, id, log }) {
    await protectAdminRoles(tx, request.caller, 'role_id', id)
    await deleteRoleDependents(tx, log, id)
  },
}
