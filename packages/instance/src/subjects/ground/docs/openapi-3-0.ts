import { isRecord } from '@millwright/contract/wire/is-record'
import { mapMembers, Yielder } from '../../../platform/yielder.ts'
import type { OpenApiDocument } from './document.ts'
import { refsIn } from './references.ts'
import { schemaOf30 } from './schema-3-0.ts'

type Json = Readonly<Record<string, unknown>>
type Convert = (value: Json) => Json

const verbs30 = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/**
 * Converts a document of OpenAPI 3.1 to 3.0.3. What 3.0 cannot express becomes looser, never stricter: whatever matches the given document
 * matches the result (docs/wire/api-docs.md). Other tasks run during it.
 */
export async function asOpenApi30(document: OpenApiDocument): Promise<OpenApiDocument> {
  const { jsonSchemaDialect: _dialect, webhooks: _webhooks, ...rest } = document
  const { pathItems, ...components } = isRecord(document.components) ? document.components : {}
  const items = isRecord(pathItems) ? pathItems : {}
  const parts: Record<string, unknown> = {}
  for (const [kind, values] of Object.entries(components)) {
    const convert = conversionOf(kind, items)
    parts[kind] = convert === null ? values : await inSteps(values, convert)
  }
  const converted = {
    ...rest,
    openapi: '3.0.3',
    ...(isRecord(document.info) ? { info: info30(document.info) } : {}),
    paths: await inSteps(
      document.paths,
      ofRecords((item) => pathItem30(item, items)),
    ),
    components: parts,
  }
  return withoutDangling(converted)
}

function inSteps(values: unknown, convert: (value: unknown) => unknown): Promise<Json> {
  return mapMembers(isRecord(values) ? values : {}, (name, value) => [name, convert(value)])
}

function info30({ summary: _summary, ...info }: Json): Json {
  const { license } = info
  if (!isRecord(license)) return info
  const { identifier: _identifier, ...rest } = license
  return { ...info, license: rest }
}

/** How components of a kind are converted; `null`: they stay as they are. */
function conversionOf(kind: string, items: Json): ((value: unknown) => unknown) | null {
  const convert = (
    {
      parameters: parameter30,
      headers: parameter30,
      responses: response30,
      requestBodies: response30,
      callbacks: (callback: Json) => callback30(callback, items),
    } as Readonly<Record<string, Convert>>
  )[kind]
  if (kind === 'schemas') return schemaOf30
  return convert === undefined ? null : ofRecords(convert)
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

function ofRecords(convert: Convert): (value: unknown) => unknown {
  return (value) => (isRecord(value) ? convert(value) : value)
}

function each(values: unknown, convert: Convert): Json {
  const one = ofRecords(convert)
  return Object.fromEntries(Object.entries(isRecord(values) ? values : {}).map(([name, value]) => [name, one(value)]))
}

function list(values: unknown, convert: Convert): unknown {
  return Array.isArray(values) ? values.map((value) => (isRecord(value) ? convert(value) : value)) : values
}

interface Document30 extends Json {
  readonly paths: Json
  readonly components: Json
}

/** Matches references to anything but a component of a kind that 3.0 supports. */
const deepReference = /^#(?!\/components\/(?!pathItems\/)[^/]+\/[^/]+$)/

/** Replaces references to what 3.0 does not support, such as `$defs`, by schemas that match anything. */
async function withoutDangling(document: Document30): Promise<Json> {
  if (!(await mayDangle(document))) return document
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

async function mayDangle({ paths, components }: Document30): Promise<boolean> {
  const yielder = new Yielder()
  const parts = [paths, ...Object.values(components)].flatMap((each) => (isRecord(each) ? Object.values(each) : [each]))
  for (const part of parts) {
    for (const ref of refsIn(part)) if (deepReference.test(ref)) return true
    await yielder.step()
  }
  return false
}
