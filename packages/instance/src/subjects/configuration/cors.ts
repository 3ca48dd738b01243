import { cors as declared } from '../models/cors-model.ts'
import { user } from '../models/person-model.ts'
import type { ResourceDeclaration } from '../system/resource.ts'

/** Origins that may call paths of the instance. */
export const cors: ResourceDeclaration = {
  name: 'cors',
  label: 'CORS',
  description: 'Which other origins may call this instance from a browser.',
  declared,
  scope: { values: {} },
  relations: [
    { kind: 'belongsTo', name: 'user_by_created_by_id', column: 'created_by_id', target: user },
    { kind: 'belongsTo', name: 'user_by_last_modified_by_id', column: 'last_modified_by_id', target: user },
  ],
}
