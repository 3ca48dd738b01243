import { quoteText } from '@millwright/contract/filter/print'

/** Compares with a value that stands in a record, as a relation does. */
export function equals(name: string, value: unknown): string {
  return `${fieldName(name)} = ${literal(value)}`
}

/** Asks for records with any of these values, each a list as long as that of the fields. */
export function isOneOf(names: readonly string[], values: readonly (readonly unknown[])[]): string {
  const [only] = names
  if (names.length === 1 && only !== undefined)
    return `${fieldName(only)} in (${values.map(([value]) => literal(value)).join(',')})`
  const all = values.map((some) => names.map((name, at) => `(${equals(name, some[at])})`).join(' AND '))
  return all.map((part) => `(${part})`).join(' OR ')
}

function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  const bare = typeof value === 'number' || (typeof value === 'object' && value !== null)
  return bare ? String(value) : quoteText(String(value))
}

/** As filters write the name of a field (docs/wire/filters.md). */
export function fieldName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) ? name : quoteText(name)
}
