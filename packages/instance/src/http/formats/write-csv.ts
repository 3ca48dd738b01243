import { csvLine } from '@millwright/contract/wire/csv'
import { isRecord } from '@millwright/contract/wire/is-record'

/**
 * Writes rows as CSV after a line of column names, in the order of their first occurrence. A list has a line for each row, a
 * record one line, a plain value a column `value`. Arrays and objects in cells are JSON, null is empty. `without`: the columns of a list
 * without rows.
 */
export function writeCsv(value: unknown, without: readonly string[] = []): string {
  const rows = rowsOf(value)
  const columns = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) columns.add(name)
  if (columns.size === 0) return without.length === 0 || rows.length > 0 ? '' : csvLine(without)
  const names = [...columns]
  return `${csvLine(names)}${csvLines(names, rows)}`
}

/** Writes a line for each row, with the cells of these columns. */
export function csvLines(names: readonly string[], rows: readonly Record<string, unknown>[]): string {
  let lines = ''
  for (const row of rows) lines += csvLine(names.map((name) => cellText(row[name])))
  return lines
}

/** The rows of a value: those of a list, the record itself, or a row with the only column `value`. */
export function rowsOf(value: unknown): Record<string, unknown>[] {
  const list = isRecord(value) && Array.isArray(value.resource) ? value.resource : value
  return (Array.isArray(list) ? list : [list]).map((row) => (isRecord(row) ? row : { value: row }))
}

function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
