import { globalLookup } from '../models/lookup-model.ts'
import { user } from '../models/person-model.ts'
import type { ResourceDeclaration } from '../system/resource.ts'

/** Lookup keys without an owner. */
export const lookup: ResourceDeclaration = {
  name: 'lookup',
  label: 'Lookup keys',
  description: 'Names that stand for values throughout the instance.',
  declared: globalLookup,
  scope: { values: { user_id: null, role_id: null, app_id: null } },
  relations: [
    { kind: 'belongsTo', name: 'user_by_created_by_id', column: 'created_by_id', target: user },
    { kind: 'belongsTo', name: 'user_by_last_modified_by_id', column: 'last_modified_by_id', target: user },
  ],
}
