import type { Column, WireRecord } from './declaration.ts'

/** What a cell says, for a copy and for an exported file. */
export function cellText<R extends WireRecord>(column: Column<R>, record: R): string {
  if (column.text) return column.text(record)
  const value = record[column.field]
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
