import type { GridModel } from '../../widgets/data-grid/grid-model.ts'
import type { TableDescription } from './table-description.ts'
import type { RecordActions } from './use-record-actions.ts'
import type { TablePlace } from './wire-table.ts'

/** A record of a table that is open over the grid. */
export interface OpenRecord {
  place: TablePlace
  table: TableDescription
  model: GridModel
  actions: RecordActions
  /** The key of the record, or `new`. */
  record: string
  /** The form of another record that it stands over; the address is that one's. */
  within?: boolean
  /** Whether it may be deleted from its form; it may unless this is false. */
  removable?: boolean
  onClose: () => void
}
