import { cors as declared } from '../../ground/models/cors-model.ts'
import { peopleWhoWrote } from '../../ground/models/person-model.ts'
import type { ResourceDeclaration } from '../../ground/system/resource.ts'

/** Origins that may call paths of the instance. */
export const cors: ResourceDeclaration = {
  name: 'cors',
  label: 'CORS',
  description: 'Which other origins may call this instance from a browser.',
  travels: { key: 'path', files: { file: 'cors.yaml' } },
  declared,
  scope: { values: {} },
  relations: peopleWhoWrote,
}
