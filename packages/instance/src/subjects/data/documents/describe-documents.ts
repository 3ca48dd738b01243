import {
  type ApiDescription,
  listOf,
  members,
  operation,
  type PathItem,
  pascal,
  pathParameter,
  queryParameter,
  type Schema,
} from '@millwright/connector/openapi'
import { queryComponents, queryRefs } from '../../ground/docs/shared-components.ts'

const document: Schema = {
  type: 'object',
  properties: { _id: { type: ['string', 'number'] } },
  additionalProperties: true,
}
const documents = listOf(document)
const success = members({ success: { type: 'boolean' } })

/** Describes a document database: each known collection by name, and any other through a path parameter (docs/wire/documents.md). */
export function describeDocuments(service: string, collections: readonly string[]): ApiDescription {
  const named = pascal(service)
  const paths: Record<string, PathItem> = {
    '/': {
      get: operation(`get${named}Resources`, 'List the resources of the database', {
        answer: listOf({ type: 'object' }),
      }),
    },
    '/_table': { get: operation(`get${named}Tables`, 'List collections', { answer: listOf({ type: 'object' }) }) },
  }
  for (const name of collections)
    Object.assign(paths, records(`/_table/${encodeURIComponent(name)}`, `${named}${pascal(name)}`, []))
  Object.assign(paths, records('/_table/{table_name}', named, [pathParameter('table_name', 'Name of the collection.')]))
  paths['/_schema'] = {
    get: operation(`get${named}Schemas`, 'List collections', { answer: listOf({ type: 'object' }) }),
    post: operation(`create${named}Tables`, 'Create collections', {
      body: listOf(members({ name: { type: 'string' } }, 'name')),
      answer: listOf({ type: 'object' }),
    }),
  }
  paths['/_schema/{table_name}'] = {
    parameters: [pathParameter('table_name', 'Name of the collection.')],
    get: operation(`describe${named}Table`, 'List the fields of the documents', { answer: { type: 'object' } }),
    delete: operation(`delete${named}Table`, 'Drop a collection', { answer: success }),
  }
  return { paths, components: queryComponents }
}

function records(
  path: string,
  named: string,
  more: readonly ReturnType<typeof pathParameter>[],
): Record<string, PathItem> {
  const read = queryRefs(
    'fields',
    'filter',
    'limit',
    'offset',
    'order',
    'include_count',
    'count_only',
    'ids',
    'as_list',
  )
  const write = { body: documents, answer: documents }
  const force = queryParameter('force', 'Deletes everything.', { type: 'boolean' })
  return {
    [path]: {
      ...(more.length === 0 ? {} : { parameters: more }),
      get: operation(`get${named}Records`, 'Read documents', { parameters: read, answer: documents }),
      post: operation(`create${named}Records`, 'Create documents', write),
      put: operation(`replace${named}Records`, 'Update documents (same as PATCH)', write),
      patch: operation(`update${named}Records`, 'Change documents', write),
      delete: operation(`delete${named}Records`, 'Delete documents', {
        parameters: [...queryRefs('ids', 'filter'), force],
        answer: documents,
      }),
    },
    [`${path}/{id}`]: {
      parameters: [...more, pathParameter('id', 'Identifier of a document.')],
      get: operation(`get${named}Record`, 'Read a document', { parameters: queryRefs('fields'), answer: document }),
      put: operation(`replace${named}Record`, 'Update a document (same as PATCH)', {
        body: document,
        answer: document,
      }),
      patch: operation(`update${named}Record`, 'Change a document', { body: document, answer: document }),
      delete: operation(`delete${named}Record`, 'Delete a document', { answer: document }),
    },
  }
}
