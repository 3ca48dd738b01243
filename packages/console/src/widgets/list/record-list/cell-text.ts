import { tabWords } from '../../../words/tabs/messages.ts'
import type { Column, WireRecord } from '../../records/list-declaration/declaration.ts'

/** The text of a cell, for copying and exporting. */
export function cellText<R extends WireRecord>(column: Column<R>, record: R): string {
  if (column.text) return column.text(record)
  const value = record[column.field]
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? tabWords.yes : tabWords.no
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
