import { Problem } from '@millwright/contract/problem'
import type { Params } from './api-request.ts'
import { list } from './params.ts'

/**
 * The members that `fields` asks for: all of them for `*`, `fallback` without the parameter. Refuses unknown ones with 400.
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

/** A copy with these members alone. */
export function pick<T extends object, K extends keyof T>(record: T, names: readonly K[]): Pick<T, K> {
  const picked: Partial<T> = {}
  for (const name of names) picked[name] = record[name]
  return picked as Pick<T, K>
}

/** Of an entry of a list of tables what a request asks for with `fields`: the name alone, everything, or the members that there are. */
export function choice(params: Params): (entry: Record<string, unknown>) => object {
  const names = list(params, 'fields')
  if (names === undefined || names.length === 0) return ({ name }) => ({ name })
  if (names.includes('*')) return (entry) => entry
  return (entry) =>
    Object.fromEntries(names.flatMap((name) => (Object.hasOwn(entry, name) ? [[name, entry[name]]] : [])))
}
