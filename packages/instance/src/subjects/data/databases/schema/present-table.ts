import type { RawTable } from '@millwright/connector/engine/catalog'
import type { DescribedTable } from '../../../../records/described-table.ts'
import type { FieldExtras } from './extras.ts'

/** The current state of a table: its database description, its description for callers, and its extras. */
export interface PresentTable {
  readonly raw: RawTable
  readonly described: DescribedTable
  readonly fieldExtras: ReadonlyMap<string, FieldExtras>
}
