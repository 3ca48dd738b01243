/** A JSON Schema 2020-12, as used by OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>

export type Ref = { readonly $ref: string }

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly style?: string
  readonly explode?: boolean
  readonly schema: Schema
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly (Parameter | Ref)[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, object>>
}

/** Operations by lower-case verb and what they share; in stored definitions, whatever they contain. */
export type PathItem = Readonly<Record<string, unknown>>

/** The supported parts of `components`. */
export type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A service's description of its API, from which OpenAPI documents are built. */
export interface ApiDescription {
  /** Below the service: `/`, `/_table/{table_name}`. */
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: Components
  /** Schemas visible only to callers who may use some part of the service: that part's path, by schema name. */
  readonly guarded?: ReadonlyMap<string, string>
  /** Whether placeholders stand for paths of any depth, so that a rule for any part of a path allows its operations. */
  readonly anyDepth?: true
  /** Overrides the service's own `info`, if there is a stored definition. */
  readonly info?: Readonly<Record<string, unknown>>
}

export const operationVerbs = ['get', 'post', 'put', 'patch', 'delete'] as const

export function schemaRef(name: string): Ref {
  return { $ref: `#/components/schemas/${name}` }
}

/** Describes the operations of a resource. `below`: its name with a leading slash; `named`: completes operation ids. */
export type Describe = (below: string, named: string) => Readonly<Record<string, PathItem>>

interface OperationParts {
  readonly description?: string
  readonly parameters?: readonly (Parameter | Ref)[]
  /** Schema of a JSON body. */
  readonly body?: Schema
  /** Schema of a multipart form instead of the body. */
  readonly form?: Schema
  /** Schema of the JSON response. */
  readonly answer?: Schema
  /** Name of the shared response without `answer`; absent: `Success`, which is `{"success":true}`. */
  readonly response?: string
  /** Whether the response is also available as a CSV or XML file. */
  readonly asFile?: boolean
  readonly status?: number
  /** Alternative status of the same response. */
  readonly orStatus?: number
  /** When it is refused, by status, beside the error envelope for everything else. */
  readonly errors?: Readonly<Record<number, string>>
}

/** Describes one operation: a success, and the error envelope for everything else. */
export function operation(operationId: string, summary: string, parts: OperationParts = {}): Operation {
  const { description, parameters, body, form, answer, response = 'Success' } = parts
  const { asFile = false, status = 200, orStatus, errors = {} } = parts
  const success = answer === undefined ? responseRef(response) : done(answer, asFile)
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined || parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: { ...json(body), ...multipart(form) } } }),
    responses: {
      [status]: success,
      ...(orStatus === undefined ? {} : { [orStatus]: success }),
      ...Object.fromEntries(
        Object.entries(errors).map(([code, why]) => [code, { description: why, content: json(schemaRef('Error')) }]),
      ),
      default: responseRef('Error'),
    },
  }
}

function done(answer: Schema, asFile: boolean): object {
  return { description: 'Done.', content: { ...json(answer), ...(asFile ? files : {}) } }
}

export function json(schema: Schema): object {
  return { 'application/json': { schema } }
}

/** Texts in the formats of docs/wire/formats.md. */
const files = { 'text/csv': { schema: { type: 'string' } }, 'application/xml': { schema: { type: 'string' } } }

function multipart(form: Schema | undefined): object {
  return form === undefined ? {} : { 'multipart/form-data': { schema: form } }
}

/** A file, as a body or a part of a form. */
export const bytes: Schema = { type: 'string', contentMediaType: 'application/octet-stream' }

export function responseRef(name: string): Ref {
  return { $ref: `#/components/responses/${name}` }
}

export function pathParameter(name: string, description: string, schema: Schema = { type: 'string' }): Parameter {
  return { name, in: 'path', required: true, description, schema }
}

export function queryParameter(name: string, description: string, schema: Schema = { type: 'string' }): Parameter {
  return { name, in: 'query', description, style: 'form', explode: false, schema }
}

/** Wraps a schema in a list, as on the wire. */
export function listOf(item: Schema, more: Readonly<Record<string, Schema>> = {}): Schema {
  return { type: 'object', properties: { resource: { type: 'array', items: item }, ...more }, required: ['resource'] }
}

export function members(properties: Readonly<Record<string, Schema>>, ...required: readonly string[]): Schema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

/** Converts `contact_info` to `ContactInfo`, without characters that names cannot have. */
export function pascal(text: string): string {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const joined = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')
  return joined.normalize('NFD').replace(/[^A-Za-z0-9]/g, '') || 'Thing'
}

/** Returns a function that makes names unique, ignoring case, with a number as suffix. */
export function uniqueNames(taken: Iterable<string> = []): (wanted: string) => string {
  const used = new Set([...taken].map((name) => name.toLowerCase()))
  const counts = new Map<string, number>()
  return (wanted) => {
    const key = wanted.toLowerCase()
    let name = wanted
    while (used.has(name.toLowerCase())) {
      const count = (counts.get(key) ?? 1) + 1
      counts.set(key, count)
      name = `${wanted}${count}`
    }
    used.add(name.toLowerCase())
    return name
  }
}
