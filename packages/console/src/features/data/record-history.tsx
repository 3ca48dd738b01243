import { stringifyExact } from '@millwright/contract/wire/exact-json'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import { HistoryButton } from '../../widgets/history/data-history/history-button.tsx'
import type { TableDescription } from './table-description.ts'
import type { TablePlace } from './wire-table.ts'

interface RecordHistoryProps {
  place: TablePlace
  table: TableDescription
  record: GridRecord
  onChanged: () => void
}

/** Opens the history of this record. */
export function RecordHistory({ place, table, record, onChanged }: RecordHistoryProps) {
  return <HistoryButton {...place} record={recordId(table, record)} kept onChanged={onChanged} />
}

/** Returns the id of a record in the data history: the value of its key, or several by column. */
function recordId({ key, columns }: TableDescription, record: GridRecord): string {
  const [only = '', ...more] = key
  if (more.length === 0) return String(record[only])
  const named = new Map([...columns].map(([column, field]) => [field, column]))
  return stringifyExact(Object.fromEntries(key.map((field) => [named.get(field) ?? field, record[field] ?? null])))
}
