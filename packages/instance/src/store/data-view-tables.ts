import type { Generated } from 'kysely'
import type { Audit } from './audit-columns.ts'

/** Saved queries of tables. */
export interface DataViewTable extends Audit {
  id: Generated<number>
  service_id: number
  /** As `_table` names it. */
  table: string
  name: string
  /** JSON: conditions. */
  filter: string | null
  /** JSON: names of fields. */
  fields: string | null
  order: string | null
  shared: number
  /** Null: the person is gone. */
  owner_id: number | null
}
