import { printField, quoteText } from '@millwright/contract/filter/print'

/** A filter for an exact value of a record, such as that of a relation. */
export function equals(name: string, value: unknown): string {
  return `${printField(name)} = ${literal(value)}`
}

/** A filter for records with any of these value tuples, each as long as the list of fields. */
export function isOneOf(names: readonly string[], values: readonly (readonly unknown[])[]): string {
  const [only] = names
  if (names.length === 1 && only !== undefined)
    return `${printField(only)} in (${values.map(([value]) => literal(value)).join(',')})`
  const all = values.map((some) => names.map((name, at) => `(${equals(name, some[at])})`).join(' AND '))
  return all.map((part) => `(${part})`).join(' OR ')
}

function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  const bare = typeof value === 'number' || (typeof value === 'object' && value !== null)
  return bare ? String(value) : quoteText(String(value))
}
