import { Problem } from '@millwright/contract/problem'
import type { DescribedField, DescribedTable } from '../described-table.ts'

/** The names of a comma list; one that holds a comma stands in double quotes, inside which a quote is doubled. */
export function namesOf(text: string | undefined): string[] {
  if (text === undefined) return []
  const items = text.includes('"') ? (text.match(/(?:"(?:[^"]|"")*"|[^",])+/g) ?? []) : text.split(',')
  return items.map((item) => unquoted(item.trim())).filter((name) => name !== '')
}

function unquoted(item: string): string {
  const [, inner] = /^"((?:[^"]|"")*)"$/.exec(item) ?? []
  return inner === undefined ? item : inner.replaceAll('""', '"')
}

/** A field by its name on the wire, whatever its case, also in the quotes of other platforms: `"a b"`, `[a b]`, `` `a b` ``. */
export function fieldCalled({ fieldByName }: DescribedTable, name: string): DescribedField | undefined {
  const plain = fieldByName.get(name.toLowerCase())
  if (plain !== undefined) return plain
  const [, quoted, bracketed, ticked] = /^(?:"((?:[^"]|"")+)"|\[((?:[^\]]|\]\])+)\]|`((?:[^`]|``)+)`)$/.exec(name) ?? []
  const inner = quoted?.replaceAll('""', '"') ?? bracketed?.replaceAll(']]', ']') ?? ticked?.replaceAll('``', '`')
  return inner === undefined ? undefined : fieldByName.get(inner.toLowerCase())
}

/** A list of names as `namesOf` reads it. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')
}

/** A field by its name on the wire, whatever its case; refuses others with 400. `option`: where it was named. */
export function namedField(table: DescribedTable, name: string, option: string): DescribedField {
  const field = fieldCalled(table, name)
  if (field === undefined)
    throw new Problem(400, `Unknown field in '${option}': '${name}' is no field of '${table.apiName}'.`)
  return field
}

/** By their names in the database, which relations and keys are made of. */
export function columnsNamed({ fields, whole }: DescribedTable, names: readonly string[]): DescribedField[] {
  return names.flatMap((name) => (whole?.fields ?? fields).find((field) => field.name === name) ?? [])
}
