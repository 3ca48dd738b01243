import { Problem } from '@millwright/contract/problem'
import { cors as declared } from '../../ground/models/cors-model.ts'
import { globalLookup } from '../../ground/models/lookup-model.ts'
import { peopleWhoWrote } from '../../ground/models/person-model.ts'
import type { ResourceDeclaration, SystemResource } from '../../ground/system/resource.ts'

/** `system/constant`: always empty, for clients that request it (docs/wire/records.md). */
export const constant: SystemResource = {
  name: 'constant',
  label: 'Constants',
  description: 'Lists of names for clients; this instance has none.',
  singleton: false,
  keeps: 'nothing',
  readOnly: true,
  async handle({ verb }, rest) {
    if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on 'constant'.`)
    if (rest.length > 0) throw new Problem(404, `Constant '${rest.join('/')}' not found.`)
    return { status: 200, body: { resource: [] } }
  },
}

/** Origins that may call paths of the instance. */
export const corsResource: ResourceDeclaration = {
  name: 'cors',
  label: 'CORS',
  description: 'Which other origins may call this instance from a browser.',
  travels: { key: 'path', files: { file: 'cors.yaml' } },
  declared,
  scope: { values: {} },
  relations: peopleWhoWrote,
}

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
