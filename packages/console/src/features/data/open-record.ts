import type { GridModel } from '../../widgets/grid/grid-model.ts'
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
  /** Open over the form of another record, which the address belongs to. */
  within?: boolean
  /** Whether it may be deleted from its form; true by default. */
  removable?: boolean
  onClose: () => void
}
