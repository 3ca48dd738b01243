export type Row = Record<string, unknown>
type ToRow = (values: ArrayLike<unknown>) => Row

/**
 * A function that makes an object out of a row's values. Its text is generated, so that all rows of a query have one hidden
 * class from the start: reading and serialising such rows takes two thirds of the time of rows filled in a loop
 * (docs/adr/0002-own-store.md).
 */
export function rowShape(columns: readonly string[]): ToRow {
  if (columns.includes('__proto__')) throw new Error('A column cannot be named __proto__')
  const members = columns.map((column, position) => `${JSON.stringify(column)}: values[${position}]`)
  return new Function('values', `return { ${members.join(', ')} }`) as ToRow
}

/** A function that copies the named members of a row, in that order and no others, by a generated text as above. */
export function rowPicker(names: readonly string[]): (row: Row) => Row {
  const members = names.map((name) => `${JSON.stringify(name)}: row[${JSON.stringify(name)}]`)
  return new Function('row', `return { ${members.join(', ')} }`) as (row: Row) => Row
}
