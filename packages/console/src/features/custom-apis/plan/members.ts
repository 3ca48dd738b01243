/** A value that may be an object; anything else is an object without members. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {}
}

/** An object with changed members; those that become `undefined` are removed. */
export function withMembers<T extends object>(now: T, change: object): T {
  const members = Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(members) as T
}
