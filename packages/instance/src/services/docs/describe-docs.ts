import type { ApiDescription } from './openapi.ts'
import { operation, pathParameter, queryParameter } from './operation.ts'
import { queryComponents, queryRefs } from './shared-components.ts'

const asked = [
  queryParameter('openapi', 'The version of OpenAPI.', { type: 'string', enum: ['3.0', '3.1'], default: '3.0' }),
  queryParameter('format', 'How the document is written.', { type: 'string', enum: ['json', 'yaml'] }),
  queryParameter('expand_schema', 'Whether each table of a database has paths of its own.', {
    type: 'boolean',
    default: true,
  }),
  ...queryRefs('refresh', 'file'),
]
const answer = { type: 'object', description: 'An OpenAPI document.' }

/** The documents about services are described too (docs/wire/api-docs.md). */
export function describeDocs(): ApiDescription {
  return {
    paths: {
      '/': {
        get: operation('getApiDocs', 'Read the document of all services', {
          parameters: [...asked, ...queryRefs('as_list')],
          answer,
        }),
      },
      '/{service_name}': {
        parameters: [pathParameter('service_name', 'Name of the service.')],
        get: operation('getApiDoc', 'Read the document of one service', { parameters: asked, answer }),
      },
    },
    components: queryComponents,
  }
}
