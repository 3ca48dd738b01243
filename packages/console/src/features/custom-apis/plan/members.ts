import { isRecord } from '@millwright/contract/wire/is-record'

/** A value that may be an object; anything else is an object without members. */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

/** An object with changed members; those that become `undefined` are removed. */
export function withMembers<T extends object>(now: T, change: object): T {
  const members = Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(members) as T
}
