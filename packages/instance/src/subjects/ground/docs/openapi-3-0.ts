import { isRecord } from '@millwright/contract/wire/is-record'
import type { OpenApiDocument } from './document.ts'
import { schemaOf30 } from './schema-3-0.ts'

type Json = Readonly<Record<string, unknown>>
type Convert = (value: Json) => Json

const verbs30 = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/**
 * Converts a document of OpenAPI 3.1 to 3.0.3. What 3.0 cannot express becomes looser, never stricter: whatever matches the given document
 * matches the result (docs/wire/api-docs.md).
 */
export function asOpenApi30(document: OpenApiDocument): OpenApiDocument {
  const { jsonSchemaDialect: _dialect, webhooks: _webhooks, ...rest } = document
  const { pathItems, ...components } = isRecord(document.components) ? document.components : {}
  const items = isRecord(pathItems) ? pathItems : {}
  const converted = {
    ...rest,
    openapi: '3.0.3',
    ...(isRecord(document.info) ? { info: info30(document.info) } : {}),
    paths: each(document.paths, (item) => pathItem30(item, items)),
    components: Object.fromEntries(
      Object.entries(components).map(([kind, values]) => [kind, parts30(kind, values, items)]),
    ),
  }
  return withoutDangling(converted)
}

function info30({ summary: _summary, ...info }: Json): Json {
  const { license } = info
  if (!isRecord(license)) return info
  const { identifier: _identifier, ...rest } = license
  return { ...info, license: rest }
}

function parts30(kind: string, values: unknown, items: Json): unknown {
  const convert = (
    {
      parameters: parameter30,
      headers: parameter30,
      responses: response30,
      requestBodies: response30,
      callbacks: (callback: Json) => callback30(callback, items),
    } as Readonly<Record<string, Convert>>
  )[kind]
  if (kind === 'schemas') return eachValue(values, schemaOf30)
  return convert === undefined ? values : each(values, convert)
}

function pathItem30(item: Json, items: Json, depth = 0): Json {
  const { $ref } = item
  const name = typeof $ref === 'string' ? /^#\/components\/pathItems\/(.+)$/.exec($ref)?.[1] : undefined
  const target = name === undefined ? undefined : items[name]
  if (isRecord(target) && depth < 10) return pathItem30(target, items, depth + 1)
  const entries = Object.entries(item).map(([member, value]) => {
    if (member === 'parameters') return [member, list(value, parameter30)]
    if (verbs30.includes(member) && isRecord(value)) return [member, operation30(value, items)]
    return [member, value]
  })
  return Object.fromEntries(entries)
}

function operation30(operation: Json, items: Json): Json {
  const { parameters, requestBody, responses, callbacks } = operation
  return {
    ...operation,
    ...(parameters === undefined ? {} : { parameters: list(parameters, parameter30) }),
    ...(isRecord(requestBody) ? { requestBody: response30(requestBody) } : {}),
    ...(isRecord(responses) ? { responses: each(responses, response30) } : {}),
    ...(isRecord(callbacks) ? { callbacks: each(callbacks, (callback) => callback30(callback, items)) } : {}),
  }
}

function callback30(callback: Json, items: Json): Json {
  return isReference(callback) ? bare(callback) : each(callback, (item) => pathItem30(item, items))
}

/** Converts a parameter or header. */
function parameter30(parameter: Json): Json {
  if (isReference(parameter)) return bare(parameter)
  const { schema, content } = parameter
  return {
    ...parameter,
    ...(schema === undefined ? {} : { schema: schemaOf30(schema) }),
    ...(content === undefined ? {} : { content: each(content, mediaType30) }),
  }
}

/** Converts a response or request body. */
function response30(response: Json): Json {
  if (isReference(response)) return bare(response)
  const { content, headers } = response
  return {
    ...response,
    ...(content === undefined ? {} : { content: each(content, mediaType30) }),
    ...(headers === undefined ? {} : { headers: each(headers, parameter30) }),
  }
}

function mediaType30(type: Json): Json {
  return type.schema === undefined ? type : { ...type, schema: schemaOf30(type.schema) }
}

/** In 3.0, a reference must not have siblings. */
function isReference(value: Json): boolean {
  return typeof value.$ref === 'string'
}

function bare({ $ref }: Json): Json {
  return { $ref }
}

function each(values: unknown, convert: Convert): Json {
  return eachValue(values, (value) => (isRecord(value) ? convert(value) : value))
}

function eachValue(values: unknown, convert: (value: unknown) => unknown): Json {
  return isRecord(values)
    ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(value)]))
    : {}
}

function list(values: unknown, convert: Convert): unknown {
  return Array.isArray(values) ? values.map((value) => (isRecord(value) ? convert(value) : value)) : values
}

/** Matches references to anything but a component of a kind that 3.0 supports. */
const deepReference = /"\$ref":"#(?!\/components\/(?!pathItems\/)[^/"]+\/[^/"]+")/

/** Replaces references to what 3.0 does not support, such as `$defs`, by schemas that match anything. */
function withoutDangling(document: Json): Json {
  if (!deepReference.test(JSON.stringify(document))) return document
  const known = new Map<string, boolean>()
  const leads = (ref: string) => {
    const found = known.get(ref) ?? (!ref.startsWith('#') || lookUp(document, ref))
    known.set(ref, found)
    return found
  }
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (!isRecord(value)) return value
    if (typeof value.$ref === 'string' && !leads(value.$ref)) return {}
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner)]))
  }
  return { ...document, paths: walk(document.paths), components: walk(document.components) }
}

function lookUp(document: Json, ref: string): boolean {
  const parts = ref.slice(1).split('/').slice(1)
  const names = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), document) !== undefined
}
