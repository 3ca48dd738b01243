export type Row = Record<string, unknown>
type ToRow = (values: ArrayLike<unknown>) => Row

/**
 * Returns a function that creates an object from a row's values. Its code is generated, so that all rows of a query share one
 * hidden class from the start: reading and serializing such rows takes two thirds of the time of rows filled in a loop
 * (docs/adr/0002-own-store.md).
 */
export function rowShape(columns: readonly string[]): ToRow {
  const members = columns.map((column, position) => `${memberName(column)}: values[${position}]`)
  return new Function('values', `return { ${members.join(', ')} }`) as ToRow
}

/** As a plain key, this name would set the prototype. */
function memberName(column: string): string {
  return column === '__proto__' ? '["__proto__"]' : JSON.stringify(column)
}

/** Returns a function that copies the named members of a row, in that order, also with generated code. */
export function rowPicker(names: readonly string[]): (row: Row) => Row {
  const members = names.map((name) => `${memberName(name)}: row[${JSON.stringify(name)}]`)
  return new Function('row', `return { ${members.join(', ')} }`) as (row: Row) => Row
}
