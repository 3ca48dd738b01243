import { Problem } from '@millwright/contract/problem'
import { batchProblem, hasFailed, retrieved } from '../../../records/batch.ts'
import { type Column, type DeclaredTable, isAnswered } from '../../../records/system/declared-table.ts'
import type { Key } from '../../../records/system/dialect.ts'
import type { Relation } from '../../../records/system/relation.ts'
import type { ResourcePlan } from '../../../records/system/resource-plan.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { idsOf, readBody, readKey } from '../../../request/body.ts'
import { flag, number } from '../../../request/params.ts'
import { notFound, queryOf, type Reader } from './reader.ts'
import type { ResourceDeclaration } from './resource.ts'
import { countStretched, readStretched } from './stretched-list.ts'

export const maxRows = 100_000

/** Handles `GET /{id}`. */
export async function readOne(
  declaration: ResourceDeclaration,
  reader: Reader,
  request: ApiRequest,
  rawKey: string,
): Promise<ApiResponse> {
  const { declared, presentOne } = declaration
  const key = readKey(rawKey, declared.keyType)
  const query = queryOf(declaration, request)
  const fields = presentOne === undefined ? query.fields : '*'
  const plan = reader.plan({ ...query, fields, filter: undefined, order: undefined, group: undefined })
  const found = key === null ? undefined : await reader.one(plan, key, request)
  if (found === undefined) throw notFound(rawKey)
  const body = presentOne === undefined ? found.record : presentOne(found.record)
  return { status: 200, body, ...(found.etag === null ? {} : { headers: { etag: found.etag } }) }
}

/** Handles `GET` of the collection: all matching records, or those with the given ids. */
export async function readMany(
  declaration: ResourceDeclaration,
  reader: Reader,
  request: ApiRequest,
): Promise<ApiResponse> {
  const { params } = request
  if (params.having !== undefined) throw new Problem(400, "The parameter 'having' is not supported here.")
  const query = queryOf(declaration, request)
  const listed = flag(params, 'as_list')
    ? { fields: params.id_field ?? declaration.declared.key, related: undefined }
    : {}
  const listing = { reader, request, query: { ...query, ...listed }, key: declaration.declared.key }
  const planned = reader.planFor(listing.query, request)
  const plan = planned instanceof Promise ? await planned : planned
  const ids = idsOf(request, readBody(request.payload)) ?? bodyKeys(declaration, request)
  if (ids !== null) return readByIds(declaration, reader, plan, request, ids)
  if (flag(params, 'count_only')) return { status: 200, body: await countStretched(listing) }
  const wanted = number(params, 'limit') ?? declaration.page ?? 0
  const limit = wanted > 0 && wanted < maxRows ? wanted : maxRows
  const offset = Math.max(0, number(params, 'offset', 'skip') ?? 0)
  const rows = await readStretched(listing, limit, offset)
  const count = flag(params, 'include_count') ? await countStretched(listing) : null
  return { status: 200, body: listBody(declaration, request, rows, count) }
}

async function readByIds(
  declaration: ResourceDeclaration,
  reader: Reader,
  plan: ResourcePlan,
  request: ApiRequest,
  ids: readonly unknown[],
): Promise<ApiResponse> {
  const { keyType } = declaration.declared
  const keys = ids.map((id) => readKey(id, keyType))
  const found = await reader.many(
    plan,
    keys.flatMap((key) => key ?? []),
    request,
  )
  const goOn = flag(request.params, 'continue')
  const matches = keys.map((key) => (key === null ? undefined : found.get(key)))
  const outcomes = retrieved(matches, goOn, (position) => notFound(ids[position]))
  if (hasFailed(outcomes)) throw batchProblem(outcomes, (row) => row, 'retrieved', false)
  const wanted = new Set<Key | null>(keys)
  const rows = plan.ordered
    ? [...found].flatMap(([key, row]) => (wanted.has(key) ? [row] : []))
    : outcomes.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []))
  if (flag(request.params, 'count_only')) return { status: 200, body: rows.length }
  const count = flag(request.params, 'include_count') ? rows.length : null
  return { status: 200, body: listBody(declaration, request, rows, count) }
}

/** `count`: `null` if it was not requested. */
function listBody(
  declaration: ResourceDeclaration,
  { params }: ApiRequest,
  rows: readonly Row[],
  count: number | null,
): unknown {
  const resource = flag(params, 'as_list') ? rows.map((row) => row[params.id_field ?? declaration.declared.key]) : rows
  const described = flag(params, 'include_schema')
  if (count === null && !described) return { resource }
  return {
    resource,
    meta: { ...(count === null ? {} : { count }), ...(described ? { schema: describeTable(declaration) } : {}) },
  }
}

/** Ids in the body: long lists are sent as `{"resource":[{"id":1}]}`. */
function bodyKeys({ declared }: ResourceDeclaration, { payload }: ApiRequest): unknown[] | null {
  if (payload === undefined || payload === null) return null
  const { records } = readBody(payload)
  const keys = records.flatMap((record) =>
    typeof record === 'object' && record !== null && declared.key in record
      ? [Object.entries(record).find(([name]) => name === declared.key)?.[1]]
      : [],
  )
  return keys.length === 0 ? null : keys
}

const databaseTypes = {
  id: 'integer',
  integer: 'integer',
  string: 'varchar',
  text: 'text',
  boolean: 'tinyint(1)',
  datetime: 'datetime',
  json: 'text',
} as const

/** The response for `include_schema`: the table of a resource in the form of a database service's `_schema`. */
function describeTable({ declared, relations }: ResourceDeclaration): unknown {
  return {
    alias: null,
    name: declared.table,
    label: declared.label,
    description: null,
    native: [],
    plural: declared.plural,
    is_view: false,
    primary_key: [declared.key],
    name_field: null,
    field: declared.columns.filter(isAnswered).map((column) => describeColumn(declared, column)),
    related: relations.map((relation) => describeRelation(declared, relation)),
  }
}

function describeColumn(declared: DeclaredTable, { name, field, references, stored }: Column): unknown {
  const isKey = name === declared.key
  return {
    alias: null,
    name,
    label: field.label ?? titleOf(name),
    description: null,
    native: [],
    type: references === null ? field.type : 'reference',
    db_type: databaseTypes[field.type],
    length: field.max ?? null,
    precision: null,
    scale: null,
    default: field.default ?? null,
    required: field.required ?? false,
    allow_null: field.nullable !== false,
    fixed_length: false,
    supports_multibyte: field.type === 'string' || field.type === 'text',
    auto_increment: field.type === 'id',
    is_primary_key: isKey,
    is_unique: field.unique ?? false,
    is_index: false,
    is_foreign_key: references !== null,
    ref_table: references,
    ref_field: references === null ? null : 'id',
    ref_on_update: null,
    ref_on_delete: null,
    picklist: null,
    validation: null,
    db_function: null,
    is_virtual: !stored,
    is_aggregate: false,
  }
}

const relationTypes = {
  belongsTo: 'belongs_to',
  hasOne: 'has_one',
  hasMany: 'has_many',
  manyToMany: 'many_many',
  virtual: 'has_many',
} as const

function describeRelation(declared: DeclaredTable, relation: Relation): unknown {
  const junction = relation.kind === 'manyToMany' ? relation : null
  return {
    alias: null,
    name: relation.name,
    label: titleOf(relation.name),
    description: null,
    native: [],
    type: relationTypes[relation.kind],
    field: relation.kind === 'belongsTo' ? relation.column : declared.key,
    is_virtual: relation.kind === 'virtual',
    ref_table: relation.kind === 'virtual' ? null : relation.target.table,
    ref_field: referredField(relation),
    junction_table: junction?.junction ?? null,
    junction_field: junction?.near ?? null,
    junction_ref_field: junction?.far ?? null,
    always_fetch: false,
    flatten: false,
    flatten_drop_prefix: false,
  }
}

function referredField(relation: Relation): string | null {
  if (relation.kind === 'virtual') return null
  return relation.kind === 'hasOne' || relation.kind === 'hasMany' ? relation.foreignKey : relation.target.key
}

function titleOf(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim()
}
