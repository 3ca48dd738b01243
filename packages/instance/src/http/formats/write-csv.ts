import { csvLine } from '@millwright/contract/wire/csv'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type CsvStyle, plainCsv } from './csv-options.ts'

/**
 * Writes rows as CSV after a line of column names, in the order of their first occurrence. A list has a line for each row, a
 * record one line, a plain value a column `value`. Arrays and objects in cells are JSON, null is empty. `without`: the columns of a list
 * without rows.
 */
export function writeCsv(value: unknown, without: readonly string[] = [], style: CsvStyle = plainCsv): string {
  const rows = rowsOf(value)
  const columns = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) columns.add(name)
  if (columns.size === 0) return without.length === 0 || rows.length > 0 ? '' : csvStart(without, style)
  const names = [...columns]
  return `${csvStart(names, style)}${csvLines(names, rows, style)}`
}

/** Writes the line of column names, after a byte order mark if the style has one. */
export function csvStart(names: readonly string[], { delimiter, marked }: CsvStyle): string {
  return `${marked ? '\ufeff' : ''}${csvLine(names, delimiter)}`
}

/** Writes a line for each row, with the cells of these columns. */
export function csvLines(
  names: readonly string[],
  rows: readonly Record<string, unknown>[],
  { delimiter, decimalComma }: CsvStyle,
): string {
  let lines = ''
  for (const row of rows)
    lines += csvLine(
      names.map((name) => cellText(row[name], decimalComma)),
      delimiter,
    )
  return lines
}

/** The rows of a value: those of a list, the record itself, or a row with the only column `value`. */
export function rowsOf(value: unknown): Record<string, unknown>[] {
  const list = isRecord(value) && Array.isArray(value.resource) ? value.resource : value
  return (Array.isArray(list) ? list : [list]).map((row) => (isRecord(row) ? row : { value: row }))
}

function cellText(value: unknown, decimalComma: boolean): string | null {
  if (value === null || value === undefined) return null
  if (decimalComma && (typeof value === 'number' || value instanceof ExactNumber)) {
    return String(value).replace('.', ',')
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
