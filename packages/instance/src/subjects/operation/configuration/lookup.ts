import { globalLookup } from '../../ground/models/lookup-model.ts'
import { peopleWhoWrote } from '../../ground/models/person-model.ts'
import type { ResourceDeclaration } from '../../ground/system/resource.ts'

/** Lookup keys without an owner. */
export const lookup: ResourceDeclaration = {
  name: 'lookup',
  label: 'Lookup keys',
  description: 'Names that stand for values throughout the instance.',
  travels: { key: 'name', files: { file: 'lookups.yaml' } },
  declared: globalLookup,
  scope: { values: { user_id: null, role_id: null, app_id: null } },
  relations: peopleWhoWrote,
}
