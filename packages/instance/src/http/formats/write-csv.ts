import { isRecord } from './is-record.ts'

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
  const lines = [names.map(quote).join(',')]
  for (const row of rows) lines.push(names.map((name) => cell(row[name])).join(','))
  return `${lines.join('\n')}\n`
}

function rowsOf(value: unknown): Record<string, unknown>[] {
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
