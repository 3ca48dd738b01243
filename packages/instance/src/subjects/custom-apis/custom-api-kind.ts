import { Problem } from '@millwright/contract/problem'
import { type ServiceKind, serviceKind } from '../../gateway/service-kind.ts'
import { flag } from '../../request/params.ts'
import { customApiType } from '../models/custom-api-model.ts'

const components = ['', '*']

/** Services that answer custom APIs (docs/wire/custom-apis.md). */
export const customApiKind: ServiceKind = serviceKind({
  name: customApiType,
  label: 'Custom API',
  group: 'API Builder',
  description: 'Answers with what calls to other services result in, without code.',
  config: {},
  knownElsewhere: ['api_id'],
  make: () => ({
    publicEndpoints: [],
    accessList: async () => components,
    async handle({ verb, resource, params }) {
      if (verb === 'GET' && resource === '' && flag(params, 'as_access_list'))
        return { status: 200, body: { resource: components } }
      throw new Problem(404, 'Nothing is published here.')
    },
  }),
})
