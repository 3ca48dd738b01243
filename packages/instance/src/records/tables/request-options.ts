import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest, Params } from '../../request/api-request.ts'
import { type Body, isIdentifier, readBody } from '../../request/body.ts'
import { flag, itemsIn, list } from '../../request/params.ts'
import type { BatchOptions } from '../batch.ts'
import type { DescribedTable } from '../described-table.ts'
import { joinNames } from '../names.ts'

/** Alternative names of options, used by older clients. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  fields: ['select'],
  filter: ['where'],
  limit: ['top'],
  offset: ['skip'],
  order: ['sort', 'order_by'],
  group: ['group_by'],
}

/** Options that a body may contain, for queries too long for a URL (docs/wire/tables.md). */
const inBody = [
  'fields',
  'related',
  'filter',
  'limit',
  'offset',
  'order',
  'group',
  'id_field',
  'count_only',
  'estimate',
  'include_count',
  'include_schema',
  'continue',
  'as_list',
] as const

/** Returns the options of a read by their canonical names; the query takes precedence over the body. */
export function readOptions({ params, payload }: Pick<ApiRequest, 'params' | 'payload'>): Params {
  const carried = isRecord(payload) && carriesOption(payload) ? payload : null
  if (carried === null && !hasAlias(params)) return params
  const options: Record<string, string> = { ...params }
  for (const [name, others] of Object.entries(aliases)) {
    for (const other of others)
      if (options[name] === undefined && params[other] !== undefined) options[name] = params[other]
  }
  if (carried === null) return options
  for (const name of inBody) {
    const names = [name, ...(aliases[name] ?? [])]
    const value = names.map((each) => carried[each]).find((each) => each !== undefined)
    const text = optionText(name, value)
    // The HTTP layer has joined lists with commas, which a name may contain too.
    const isSame = Array.isArray(value) && options[name] === value.join(',')
    if (text !== undefined && (options[name] === undefined || isSame)) options[name] = text
  }
  for (const [name, value] of Object.entries(carried)) {
    const text = ofRelation.test(name) ? optionText(name, value) : undefined
    if (options[name] === undefined && text !== undefined) options[name] = text
  }
  return options
}

const aliasNames = new Set(Object.values(aliases).flat())
const namesInBody = new Set(inBody.flatMap((name) => [name, ...(aliases[name] ?? [])]))
const ofRelation = /[._](?:fields|limit|order|group)$/

/** Most bodies are records without options: to tell takes less than to look for each of them. */
function carriesOption(payload: object): boolean {
  return Object.keys(payload).some((name) => namesInBody.has(name) || ofRelation.test(name))
}

function hasAlias(params: Params): boolean {
  for (const name in params) if (aliasNames.has(name)) return true
  return false
}

/** Throws 400 for a list with anything but names. */
function optionText(name: string, value: unknown): string | undefined {
  if (Array.isArray(value)) {
    if (!value.every(isIdentifier)) throw new Problem(400, `'${name}' must be a list of names.`)
    return joinNames(value.map(String))
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

/** Returns the ids from `ids` or the body, or `null` if there are none. A composite id is an object. */
export function requestedIds(
  { params, payload }: Pick<ApiRequest, 'params' | 'payload'>,
  keys: readonly string[],
): unknown[] | null {
  const inBody = bodyIds(payload, keys)
  return inBody ?? list(params, 'ids') ?? null
}

function bodyIds(payload: unknown, keys: readonly string[]): unknown[] | null {
  if (payload === undefined || payload === null) return null
  if (isRecord(payload) && payload.ids !== undefined) return listOf(payload.ids)
  const records = Array.isArray(payload) ? payload : isRecord(payload) ? (payload.resource ?? payload) : []
  const found = listOf(records).filter((record) => !isRecord(record) || keys.every((key) => key in record))
  return keys.length === 0 || found.length === 0 ? null : found
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return itemsIn(value)
  return [value]
}

/** The options and body of a write (docs/wire/table-writes.md). */
export interface WriteOptions {
  /** Options of the query, and of a body that is not a bare record; by their canonical names. */
  readonly options: Params
  readonly body: Body
  readonly batch: BatchOptions
}

/** Options that reads do not have. */
const ofWrites = ['rollback', 'force', 'allow_related_delete'] as const

/**
 * Throws for `rollback` together with `continue`, before anything is written. `fields`: those of the table, whose names can be those of
 * options.
 */
export function writeOptions(request: ApiRequest, { fields }: Pick<DescribedTable, 'fields'>): WriteOptions {
  const { params, payload, verb } = request
  const isBare = verb !== 'DELETE' && isBareRecord(payload, fields)
  const carried = (!isBare && carriesOptions(payload)) || (verb === 'DELETE' && isRecord(payload)) ? payload : undefined
  const read = readOptions({ params, payload: carried })
  const options = carried === undefined ? read : withFlags(read, carried)
  const batch = { rollback: flag(options, 'rollback'), goOn: flag(options, 'continue') }
  if (batch.rollback && batch.goOn) {
    throw new Problem(400, "The options 'rollback' and 'continue' are mutually exclusive.")
  }
  return { options, body: isBare ? { records: [payload], ids: null } : readBody(payload), batch }
}

/** A bare record cannot carry options: its members are fields. */
function carriesOptions(payload: unknown): payload is Record<string, unknown> {
  return isRecord(payload) && (Object.hasOwn(payload, 'resource') || Object.hasOwn(payload, 'ids'))
}

/** Whether members named `resource` or `ids` are fields, as the table has them. */
function isBareRecord(payload: unknown, fields: DescribedTable['fields']): boolean {
  if (!isRecord(payload) || typeof payload.resource === 'object') return false
  const named = ['resource', 'ids'].filter((name) => Object.hasOwn(payload, name))
  return named.length > 0 && named.every((name) => fields.some(({ apiName }) => apiName === name))
}

function withFlags(options: Params, carried: object): Params {
  const added: Record<string, string> = { ...options }
  for (const [name, value] of Object.entries(carried)) {
    const isOne = ofWrites.some((each) => each === name) && added[name] === undefined
    if (isOne && value !== null && typeof value !== 'object') added[name] = String(value)
  }
  return added
}
