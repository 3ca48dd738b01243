import { csvLine, harmlessCell } from '@millwright/contract/wire/csv'
import type { Column, WireRecord } from './declaration.ts'

/** The list as a CSV text: the chosen columns, as they read on the screen. */
export function shownCsv<R extends WireRecord>(columns: readonly Column<R>[], records: readonly R[]): string {
  const lines = records.map((record) =>
    csvLine(columns.map((column) => harmlessCell(cellText(column, record)) || null)),
  )
  return csvLine(columns.map(({ label }) => label)) + lines.join('')
}

/** The list as JSON: the chosen fields with the values of the wire. */
export function shownJson<R extends WireRecord>(columns: readonly Column<R>[], records: readonly R[]): string {
  const rows = records.map((record) => Object.fromEntries(columns.map(({ field }) => [field, record[field] ?? null])))
  return `${JSON.stringify({ resource: rows }, null, 2)}\n`
}

export function cellText<R extends WireRecord>(column: Column<R>, record: R): string {
  if (column.text) return column.text(record)
  const value = record[column.field]
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
