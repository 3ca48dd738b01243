import { Problem } from '@millwright/contract/problem'
import type { Params } from './api-request.ts'
import { list } from './params.ts'

/**
 * Returns the members requested by `fields`: all for `*`, `fallback` without the parameter. Throws 400 for unknown ones.
 */
export function askedFields<Name extends string>(
  params: Params,
  known: readonly Name[],
  fallback: readonly Name[],
): readonly Name[] {
  const asked = list(params, 'fields')
  if (asked === undefined || asked.length === 0) return fallback
  if (asked.includes('*')) return known
  const unknown = asked.filter((name) => !known.some((each) => each === name))
  if (unknown.length > 0) throw new Problem(400, `Unknown fields: ${unknown.join(', ')}.`)
  return known.filter((name) => asked.includes(name))
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
