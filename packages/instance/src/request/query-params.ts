import type { ApiRequest } from './api-request.ts'

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
