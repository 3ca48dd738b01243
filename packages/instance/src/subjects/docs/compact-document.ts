import { isRecord } from '@millwright/contract/wire/is-record'
import { operationVerbs } from '../../gateway/ports/openapi.ts'
import type { OpenApiDocument } from './document.ts'

/** Returns a document with one line per operation instead of its description (docs/wire/api-docs.md). */
export function compactDocument(document: OpenApiDocument): OpenApiDocument {
  const { paths, components: _components, tags: _tags, ...head } = document
  const endpoints = Object.entries(isRecord(paths) ? paths : {}).flatMap(([path, item]) => {
    if (!isRecord(item)) return []
    return operationVerbs.flatMap((verb) => {
      const operation = item[verb]
      return isRecord(operation) ? [endpoint(document, path, verb, item, operation)] : []
    })
  })
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
