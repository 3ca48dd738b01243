import { type ApiDescription, operationVerbs, type PathItem } from '@millwright/connector/openapi'
import { isRecord } from '@millwright/contract/wire/is-record'
import { mapMembers, paced } from '../../../platform/yielder.ts'
import type { OpenApiDocument } from './document.ts'

/**
 * Returns of a description what its compact document is made of: no responses, contents of bodies or schemas. Of a thousand tables, they take
 * most of the time of making a document.
 */
export async function outlined(api: ApiDescription): Promise<ApiDescription> {
  const { parameters = {}, pathItems = {} } = api.components
  const items = await mapMembers(pathItems, (name, item) => [name, isRecord(item) ? outlinedItem(item) : item])
  const paths = await mapMembers(api.paths, (path, item) => [path, outlinedItem(item)])
  return { ...api, paths, components: { parameters, pathItems: items } }
}

function outlinedItem(item: PathItem): PathItem {
  return Object.fromEntries(
    Object.entries(item).map(([member, value]) => [
      member,
      operationVerbs.some((verb) => verb === member) && isRecord(value) ? outlinedOperation(value) : value,
    ]),
  )
}

function outlinedOperation({ summary, operationId, parameters, requestBody }: Json): Json {
  return {
    ...(summary !== undefined && { summary }),
    ...(operationId !== undefined && { operationId }),
    ...(parameters !== undefined && { parameters }),
    ...(requestBody !== undefined && { requestBody: {} }),
  }
}

/** Returns a document with one line per operation instead of its description (docs/wire/api-docs.md). */
export async function compactDocument(document: OpenApiDocument): Promise<OpenApiDocument> {
  const { paths, components: _components, tags: _tags, ...head } = document
  const endpoints: object[] = []
  for await (const [path, item] of paced(Object.entries(isRecord(paths) ? paths : {}))) {
    if (!isRecord(item)) continue
    for (const verb of operationVerbs) {
      const operation = item[verb]
      if (isRecord(operation)) endpoints.push(endpoint(document, path, verb, item, operation))
    }
  }
  return { ...head, endpoints, endpoint_count: endpoints.length }
}

type Json = Readonly<Record<string, unknown>>

function endpoint(document: OpenApiDocument, path: string, verb: string, item: Json, operation: Json): object {
  const { summary, operationId } = operation
  const parameters = [...listIn(item.parameters), ...listIn(operation.parameters)].flatMap((each) =>
    parameterText(resolved(document, each)),
  )
  return {
    path,
    method: verb.toUpperCase(),
    ...(typeof summary === 'string' && { summary }),
    ...(typeof operationId === 'string' && { operationId }),
    ...(parameters.length > 0 && { parameters }),
    has_request_body: operation.requestBody !== undefined,
  }
}

/** `limit (query, integer)`. */
function parameterText(parameter: unknown): string[] {
  if (!isRecord(parameter) || typeof parameter.name !== 'string') return []
  const type = isRecord(parameter.schema) ? parameter.schema.type : undefined
  const kind = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'any'
  return [`${parameter.name} (${String(parameter.in)}, ${kind})`]
}

function resolved({ components }: OpenApiDocument, value: unknown): unknown {
  if (!isRecord(value) || typeof value.$ref !== 'string') return value
  const name = /^#\/components\/parameters\/(.+)$/.exec(value.$ref)?.[1]
  const shared = isRecord(components) && isRecord(components.parameters) ? components.parameters : {}
  return name === undefined ? undefined : shared[name]
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
