import { isYes } from '@millwright/connector/request'
import { Problem } from '@millwright/contract/problem'
import type { ApiRequest, Params } from './api-request.ts'

/** Returns the value of the first of these names that is present; several names are aliases, in order of precedence. */
export function text(params: Params, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = params[name]
    if (value !== undefined) return value
  }
  return undefined
}

/** Absent means false. */
export function flag(params: Params, ...names: string[]): boolean {
  const value = text(params, ...names)
  return value !== undefined && isYes(value)
}

/** Returns the items of a comma-separated list (`itemsIn`); `undefined` if absent. */
export function list(params: Params, ...names: string[]): string[] | undefined {
  const value = text(params, ...names)
  return value === undefined ? undefined : itemsIn(value)
}

/**
 * Returns the items of a comma-separated list, trimmed and without empty ones. An item in double quotes is taken as it is, commas,
 * spaces and doubled quotes included.
 */
export function itemsIn(list: string): string[] {
  if (!list.includes('"')) {
    return list
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  }
  return [...list.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]+))(?:,|$)|,/g)].flatMap(([, quoted, plain]) => {
    if (quoted !== undefined) return [quoted.replaceAll('""', '"')]
    const item = plain?.trim() ?? ''
    return item === '' ? [] : [item]
  })
}

/** Joins items to a list that `itemsIn` parses. */
export function joinItems(items: readonly string[]): string {
  return items
    .map((item) => (item === '' || /[,"]|^\s|\s$/.test(item) ? `"${item.replaceAll('"', '""')}"` : item))
    .join(',')
}

/** Returns an integer, clamped to the exact range of numbers; `undefined` if absent or empty. Throws 400 for anything else. */
export function number(params: Params, ...names: string[]): number | undefined {
  const value = text(params, ...names)?.trim()
  if (value === undefined || value === '') return undefined
  if (!/^[+-]?\d{1,100}$/.test(value)) throw new Problem(400, `Parameter '${names[0]}' must be a whole number.`)
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)))
}

/** Parameters with comma-separated lists, and those of relations such as `contacts_by_id_fields`. */
const lists = new Set('fields select related order sort order_by group group_by ids id_field service'.split(' '))
const ofRelation = /.[._](?:fields|order|group)$/i

/**
 * Collects the pairs of a query by name, in order: the last of a repeated parameter, but all items of lists, also from `fields[]` and
 * `fields[0]` (docs/wire/requests.md).
 */
export function joinParams(pairs: Iterable<readonly [string, string]>): Record<string, string> {
  const params: Record<string, string> = Object.create(null)
  for (const [sent, value] of pairs) {
    const name = sent.endsWith(']') ? withoutIndex(sent) : sent
    const known = params[name]
    params[name] = known !== undefined && known !== '' && isListParam(name) ? joined(known, value) : value
  }
  return params
}

function joined(known: string, value: string): string {
  return value === '' ? known : `${known},${value}`
}

function withoutIndex(sent: string): string {
  const [, name] = /^(.+?)\[\d*\]$/.exec(sent) ?? []
  return name !== undefined && isListParam(name) ? name : sent
}

/** Returns whether a parameter is a comma-separated list. */
export function isListParam(name: string): boolean {
  return lists.has(name) || ofRelation.test(name)
}

/** The parameters; those that are repeated, and are no lists anyway, as lists of their values. */
export function withRepeated({
  params,
  query,
}: Pick<ApiRequest, 'params' | 'query'>): Readonly<Record<string, string | readonly string[]>> {
  if (query === undefined || query === '') return params
  const sent = new URLSearchParams(query)
  const repeated = Object.keys(params).flatMap((name) => {
    const values = sent.getAll(name)
    return values.length > 1 && values.at(-1) === params[name] && !isListParam(name) ? [[name, values] as const] : []
  })
  return repeated.length === 0 ? params : { ...params, ...Object.fromEntries(repeated) }
}

/**
 * Returns the values for the `:name`s of a filter (docs/wire/filters.md): from `params` in the body, and from query parameters such as
 * `params[name]` or `params[:name]`, which take precedence. Throws 400 for lists and objects.
 */
export function filterParams(params: Params, payload: unknown): Readonly<Record<string, string>> {
  const bindings: Record<string, string> = {}
  const body = typeof payload === 'object' && payload !== null && 'params' in payload ? payload.params : undefined
  if (typeof body === 'object' && body !== null) {
    for (const [name, value] of Object.entries(body)) {
      if (typeof value === 'object' && value !== null) {
        throw new Problem(400, `The filter's parameter '${name}' must be a text, a number, true or false.`)
      }
      bindings[name.replace(/^:/, '')] = String(value)
    }
  }
  for (const [name, value] of Object.entries(params)) {
    const [, inner] = /^params\[:?(\w+)\]$/.exec(name) ?? []
    if (inner !== undefined) bindings[inner] = value
  }
  return bindings
}

/**
 * Returns the members requested by `fields`: all for `*`, `fallback` without the parameter. Throws 400 for unknown ones.
 */
export function askedFields<Name extends string>(
  params: Params,
  known: readonly Name[],
  fallback: readonly Name[],
): readonly Name[] {
  const fieldNames = list(params, 'fields')
  if (fieldNames === undefined || fieldNames.length === 0) return fallback
  if (fieldNames.includes('*')) return known
  const unknown = fieldNames.filter((name) => !known.some((each) => each === name))
  if (unknown.length > 0) throw new Problem(400, `Unknown fields: ${unknown.join(', ')}.`)
  return known.filter((name) => fieldNames.includes(name))
}

/** Returns a copy with these members only. */
export function pick<T extends object, K extends keyof T>(record: T, names: readonly K[]): Pick<T, K> {
  const picked: Partial<T> = {}
  for (const name of names) picked[name] = record[name]
  return picked as Pick<T, K>
}

/** Returns a projection of entries in a list of tables by `fields`: the name only by default, everything for `*`, else existing members. */
export function choice(params: Params): (entry: Record<string, unknown>) => object {
  const names = list(params, 'fields')
  if (names === undefined || names.length === 0) return ({ name }) => ({ name })
  if (names.includes('*')) return (entry) => entry
  return (entry) =>
    Object.fromEntries(names.flatMap((name) => (Object.hasOwn(entry, name) ? [[name, entry[name]]] : [])))
}
