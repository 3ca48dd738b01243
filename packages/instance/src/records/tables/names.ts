import { Problem } from '@millwright/contract/problem'
import type { DescribedField, DescribedTable } from '../described-table.ts'

/** Finds a field by its name on the wire, also in quotes of other platforms: `"a b"`, `[a b]`, `` `a b` ``. */
export function fieldCalled({ fieldByName }: DescribedTable, name: string): DescribedField | undefined {
  const plain = fieldByName.get(name)
  if (plain !== undefined) return plain
  const [, quoted, bracketed, ticked] = /^(?:"((?:[^"]|"")+)"|\[((?:[^\]]|\]\])+)\]|`((?:[^`]|``)+)`)$/.exec(name) ?? []
  const inner = quoted?.replaceAll('""', '"') ?? bracketed?.replaceAll(']]', ']') ?? ticked?.replaceAll('``', '`')
  return inner === undefined ? undefined : fieldByName.get(inner)
}

/** Finds a field by its name on the wire. Throws 400 if it does not exist. `option`: the option that named it. */
export function namedField(table: DescribedTable, name: string, option: string): DescribedField {
  const field = fieldCalled(table, name)
  if (field === undefined)
    throw new Problem(400, `Unknown field in '${option}': '${name}' is not a field of '${table.apiName}'.`)
  return field
}

/** Finds fields by their column names, which relations and keys use. */
export function columnsNamed({ fields, whole }: DescribedTable, names: readonly string[]): DescribedField[] {
  return names.flatMap((name) => (whole?.fields ?? fields).find((field) => field.name === name) ?? [])
}
