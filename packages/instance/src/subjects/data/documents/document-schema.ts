import {
  type CollectionKeys,
  type Document,
  type DocumentDatabase,
  usualKeys,
} from '@millwright/connector/documents/document-database'
import { Problem } from '@millwright/contract/problem'
import { verbsOf } from '@millwright/contract/verbs'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { SchemaPreview } from '@millwright/contract/wire/table-schema'
import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { readBody } from '../../../request/body.ts'
import { choice, flag, list } from '../../../request/params.ts'

interface SchemaCall {
  readonly database: DocumentDatabase
  readonly request: ApiRequest
  /** Name of a collection. If empty, the request is for all collections. */
  readonly name: string
  readonly rest: readonly string[]
}

/** How many documents are sampled for the fields of a collection, and limits on depth and number of fields. */
const sampleLimits = { documents: 100, depth: 4, fields: 500 }

/** `_schema` of a document database: its collections, and the fields found in a sample of their documents (docs/wire/documents.md). */
export async function schemaCall(call: SchemaCall): Promise<ApiResponse> {
  const { database, request, name, rest } = call
  const { verb, params } = request
  if (verb === 'GET') {
    if (name === '') return listCollections(call)
    const described = await describe(call, name)
    if (rest.length === 0) return { status: 200, body: described }
    const [part, field] = rest[0] === '_field' || rest[0] === '_related' ? rest : ['_field', rest.join('/')]
    if (part === '_related') return { status: 200, body: { resource: [] } }
    if (field === undefined) return { status: 200, body: { resource: described.field } }
    const found = described.field.find((each) => each.name === field)
    if (found === undefined) throw new Problem(404, `Field '${field}' does not exist in '${name}'.`)
    return { status: 200, body: found }
  }
  if (rest.length > 0) throw fixedSchema()
  const declared = name === '' ? namesIn(request, list(params, 'ids')) : new Map<string, Declared>([[name, {}]])
  const names = [...declared.keys()]
  if (names.length === 0) throw new Problem(400, 'The request names no collection.')
  for (const each of names) permit(request, each)
  if (flag(params, 'preview')) return { status: 200, body: await preview(call, names) }
  for (const [each, sent] of declared) {
    if (verb === 'DELETE') {
      if (!(await database.dropCollection(each))) throw missing(each)
    } else if (verb === 'POST' && name === '') await database.createCollection(each, sent)
    else throw fixedSchema()
  }
  if (verb === 'DELETE' && name !== '') return { status: 200, body: { success: true } }
  return { status: 200, body: { resource: names.map((each) => ({ name: each })) } }
}

/** What a write would run, which are no statements; throws what would be refused (docs/wire/schema.md). */
async function preview({ database, request, name }: SchemaCall, names: readonly string[]): Promise<SchemaPreview> {
  const known = new Set(await database.collections())
  for (const each of names) {
    if (request.verb === 'DELETE' && !known.has(each)) throw missing(each)
    if (request.verb !== 'DELETE' && (request.verb !== 'POST' || name !== '')) throw fixedSchema()
    if (request.verb === 'POST' && known.has(each)) {
      throw new Problem(400, 'A collection with this name already exists.')
    }
  }
  return { statements: [] }
}

type Declared = Readonly<Record<string, unknown>>

/** What was sent about each collection, by its name. */
function namesIn({ payload }: ApiRequest, ids: readonly string[] | undefined): ReadonlyMap<string, Declared> {
  const body = readBody(payload)
  const sent: readonly unknown[] = ids ?? [...(body.ids ?? []), ...body.records]
  const named = sent.map((each) => (isRecord(each) ? ([each.name, each] as const) : ([each, {}] as const)))
  const pairs = named.map(([name, each]) => {
    if (typeof name === 'string' && /^(?!system\.)[^$\0]{1,200}$/.test(name)) return [name, each] as const
    throw new Problem(400, 'The name of a collection has 1 to 200 characters, no $, and does not begin with system.')
  })
  return new Map(pairs)
}

function permit(request: ApiRequest, name: string): void {
  const accessQuestion = { ...request, resource: `_schema/${name}` }
  if (!decide(accessQuestion, []).allowed) throw accessProblem(accessQuestion)
}

const fixedSchema = () => new Problem(400, 'Documents have no fixed schema: fields cannot be changed here.')
const missing = (name: string) => new Problem(404, `Table '${name}' does not exist in the database.`)

async function listCollections(call: SchemaCall): Promise<ApiResponse> {
  const { database, request } = call
  const ids = list(request.params, 'ids')
  if (ids !== undefined) {
    const resource = []
    for (const id of ids) resource.push(await describe(call, id))
    return { status: 200, body: { resource } }
  }
  const maskOf = (name: string) => decide({ ...request, resource: `_schema/${name}` }, []).mask
  const names = (await database.collections()).filter((name) => maskOf(name) !== 0)
  if (flag(request.params, 'as_list')) return { status: 200, body: { resource: names } }
  const chosen = choice(request.params)
  return { status: 200, body: { resource: names.map((name) => chosen(listEntry(name, maskOf(name)))) } }
}

/** A collection as a list entry, in the shape of a table. `mask`: the verbs that the caller may use on it. */
export function listEntry(name: string, mask: number) {
  return { ...summary(name), access: verbsOf(mask) }
}

const summary = (name: string) => ({
  alias: null,
  name,
  label: name,
  description: null,
  native: [],
  plural: name,
  is_view: false,
})

async function describe({ database, request }: SchemaCall, name: string) {
  permit(request, name)
  if (!(await database.collections()).includes(name)) throw missing(name)
  const some = { where: null, fields: null, order: [], limit: sampleLimits.documents, offset: 0 }
  const keys = (await database.keys?.(name)) ?? usualKeys
  const field = fieldsIn(await database.find(name, some), keys)
  const access = decide({ ...request, resource: `_schema/${name}` }, []).mask
  return {
    ...summary(name),
    primary_key: keys.fields,
    name_field: null,
    field,
    related: [],
    constraints: {},
    access,
  }
}

/** The fields of the documents, by name. Nested fields such as `address.city` follow their outermost field, and the keys come first. */
export function fieldsIn(documents: readonly Document[], keys: CollectionKeys = usualKeys) {
  const types = new Map<string, Set<string>>(keys.fields.map((key) => [key, new Set()]))
  const counts = new Map<string, number>()
  const note = (path: string, value: unknown, depth: number): void => {
    if (types.size >= sampleLimits.fields && !types.has(path)) return
    const known = types.get(path) ?? new Set<string>()
    types.set(path, known)
    if (value === null) return
    known.add(typeOf(value))
    if (depth >= sampleLimits.depth || !isRecord(value) || value instanceof ExactNumber) return
    for (const [name, each] of Object.entries(value)) note(`${path}.${name}`, each, depth + 1)
  }
  for (const document of documents) {
    for (const [name, value] of Object.entries(document)) {
      counts.set(name, (counts.get(name) ?? 0) + (value === null ? 0 : 1))
      note(name, value, 1)
    }
  }
  const fields = [...types].map(([name, found]) =>
    fieldOf(name, found, counts.get(name) === documents.length && documents.length > 0, keys),
  )
  // Grids show one column per top-level field; nested fields are written as part of it.
  const inside = fields.filter(({ name }) => name.includes('.'))
  return fields
    .filter(({ name }) => !name.includes('.'))
    .map((field) => ({ ...field, nested: inside.filter(({ name }) => name.startsWith(`${field.name}.`)) }))
}

function fieldOf(name: string, found: ReadonlySet<string>, always: boolean, keys: CollectionKeys) {
  const isKey = keys.fields.includes(name)
  const [only, ...more] = found
  const type =
    more.length === 0
      ? (only ?? 'string')
      : found.size === 2 && found.has('float') && found.has('integer')
        ? 'float'
        : 'string'
  return {
    name,
    alias: null,
    label: name,
    description: null,
    native: [],
    type: name === '_id' ? 'string' : type,
    db_type: [...found].sort().join('|') || null,
    length: null,
    precision: null,
    scale: null,
    default: null,
    required: false,
    allow_null: !isKey && !always,
    fixed_length: false,
    supports_multibyte: true,
    auto_increment: isKey && keys.generated,
    is_primary_key: isKey,
    is_unique: isKey && keys.fields.length === 1,
    is_index: isKey,
    is_foreign_key: false,
    ref_table: null,
    ref_field: null,
    ref_on_update: null,
    ref_on_delete: null,
    picklist: null,
    validation: null,
    db_function: null,
    is_virtual: false,
    is_aggregate: false,
  }
}

function typeOf(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  if (value instanceof ExactNumber) return 'decimal'
  if (typeof value === 'boolean') return 'boolean'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'object') return 'json'
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)) ? 'timestamp' : 'string'
}
