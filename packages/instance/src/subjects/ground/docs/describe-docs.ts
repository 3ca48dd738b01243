import type { ApiDescription, Operation, Schema } from '@millwright/connector/openapi/openapi'
import { json, members, operation, pathParameter, queryParameter } from '@millwright/connector/openapi/operation'
import { queryComponents, queryRefs } from './shared-components.ts'

const asked = [
  queryParameter('openapi', 'The version of OpenAPI.', { type: 'string', enum: ['3.0', '3.1'], default: '3.0' }),
  queryParameter('format', 'Format of the document.', { type: 'string', enum: ['json', 'yaml'] }),
  queryParameter('expand_schema', 'Lists paths for each table of a database.', {
    type: 'boolean',
    default: true,
  }),
  ...queryRefs('refresh', 'file'),
]
const document: Schema = { type: 'object', description: 'An OpenAPI document.' }
const names = members({ resource: { type: 'array', items: { type: 'string' } } }, 'resource')

/** Describes the API of the API documents itself (docs/wire/api-docs.md). */
export function describeDocs(): ApiDescription {
  const all = operation('getApiDocs', 'Read the document of all services', {
    parameters: [...asked, ...queryRefs('as_list')],
  })
  const one = operation('getApiDoc', 'Read the document of one service', { parameters: asked })
  return {
    paths: {
      '/': { get: answering(all, { anyOf: [names, document] }) },
      '/{service_name}': {
        parameters: [pathParameter('service_name', 'Name of the service.')],
        get: answering(one, document),
      },
    },
    components: queryComponents,
  }
}

function answering(made: Operation, answer: Schema): Operation {
  const content = { ...json(answer), 'application/yaml': { schema: { type: 'string' } } }
  const responses = {
    200: { description: 'The document.', content },
    304: { description: 'Not modified.' },
  }
  return { ...made, responses: { ...responses, default: made.responses.default ?? {} } }
}
