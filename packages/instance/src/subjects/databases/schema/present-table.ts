import type { RawTable } from '../../../engines/catalog.ts'
import type { DescribedTable } from '../../../records/described-table.ts'
import type { FieldExtras } from './extras.ts'

/** A table as it is now: what its database says, how calls see it, and what administrators said. */
export interface PresentTable {
  readonly raw: RawTable
  readonly described: DescribedTable
  readonly fieldExtras: ReadonlyMap<string, FieldExtras>
}
