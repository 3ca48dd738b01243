import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest, Params } from '../../request/api-request.ts'
import { isIdentifier } from '../../request/body.ts'
import { itemsIn, list } from '../../request/params.ts'
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
    // The HTTP layer has joined lists with commas, which a name may contain too.
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
