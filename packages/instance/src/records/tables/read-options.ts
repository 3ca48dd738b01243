import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest, Params } from '../../request/api-request.ts'
import { isIdentifier } from '../../request/body.ts'
import { list } from '../../request/params.ts'
import { joinNames } from '../names.ts'

/** Other names of the same option, as older clients write them. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  fields: ['select'],
  filter: ['where'],
  limit: ['top'],
  offset: ['skip'],
  order: ['sort', 'order_by'],
  group: ['group_by'],
}

/** Options that may stand in a body, where a query would become too long for an address (docs/wire/tables.md). */
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
  'include_count',
  'include_schema',
  'continue',
  'as_list',
] as const

/** The options of a read by their own names, those of the query before those of the body. */
export function readOptions({ params, payload }: Pick<ApiRequest, 'params' | 'payload'>): Params {
  const carried = isRecord(payload) ? payload : null
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
    // The edge of HTTP has joined lists by commas, which a name may have too.
    const isSame = Array.isArray(value) && options[name] === value.join(',')
    if (text !== undefined && (options[name] === undefined || isSame)) options[name] = text
  }
  for (const [name, value] of Object.entries(carried)) {
    const text = /[._](?:fields|limit|order|group)$/.test(name) ? optionText(name, value) : undefined
    if (options[name] === undefined && text !== undefined) options[name] = text
  }
  return options
}

const aliasNames = new Set(Object.values(aliases).flat())

function hasAlias(params: Params): boolean {
  for (const name in params) if (aliasNames.has(name)) return true
  return false
}

/** Refuses with 400 a list of what is no name. */
function optionText(name: string, value: unknown): string | undefined {
  if (Array.isArray(value)) {
    if (!value.every(isIdentifier)) throw new Problem(400, `'${name}' must be a list of names.`)
    return joinNames(value.map(String))
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

/** The identifiers that `ids` or the body names; null when neither does. One of several fields is an object. */
export function askedIds(
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
  if (typeof value === 'string') return value.split(',').map((each) => each.trim())
  return [value]
}
