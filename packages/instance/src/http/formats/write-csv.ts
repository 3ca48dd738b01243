import { isRecord } from '../../platform/is-record.ts'

/**
 * Rows under a line of column names, in the order in which the rows name them. A list is written row by row, a record as
 * one row, a plain value in a column `value`; lists and objects in cells are JSON, null is empty.
 */
export function writeCsv(value: unknown): string {
  const rows = rowsOf(value)
  const columns = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) columns.add(name)
  if (columns.size === 0) return ''
  const names = [...columns]
  return `${csvHead(names)}${csvLines(names, rows)}`
}

/** The line of column names. */
export function csvHead(names: readonly string[]): string {
  return `${names.map(quote).join(',')}\n`
}

/** A line for each row, with the cells of these columns. */
export function csvLines(names: readonly string[], rows: readonly Record<string, unknown>[]): string {
  let lines = ''
  for (const row of rows) lines += `${names.map((name) => cell(row[name])).join(',')}\n`
  return lines
}

/** What becomes lines: the rows of a list; a plain value is a row with the one column `value`. */
export function rowsOf(value: unknown): Record<string, unknown>[] {
  const list = isRecord(value) && Array.isArray(value.resource) ? value.resource : value
  return (Array.isArray(list) ? list : [list]).map((row) => (isRecord(row) ? row : { value: row }))
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return quote(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
