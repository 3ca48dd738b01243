export type Row = Record<string, unknown>
type ToRow = (values: ArrayLike<unknown>) => Row

/**
 * A function that makes an object out of a row's values. Its text is generated, so that all rows of a query have one hidden
 * class from the start: reading and serialising such rows takes two thirds of the time of rows filled in a loop
 * (docs/adr/0002-own-store.md).
 */
export function rowShape(columns: readonly string[]): ToRow {
  const members = columns.map((column, position) => `${memberName(column)}: values[${position}]`)
  return new Function('values', `return { ${members.join(', ')} }`) as ToRow
}

/** Written plainly, this one name would set the prototype. */
function memberName(column: string): string {
  return column === '__proto__' ? '["__proto__"]' : JSON.stringify(column)
}

/** A function that copies the named members of a row, in that order and no others, by a generated text as above. */
export function rowPicker(names: readonly string[]): (row: Row) => Row {
  const members = names.map((name) => `${memberName(name)}: row[${JSON.stringify(name)}]`)
  return new Function('row', `return { ${members.join(', ')} }`) as (row: Row) => Row
}
