import type { Generated } from 'kysely'
import type { Audit } from './audit-columns.ts'

/** Saved queries of tables. */
export interface DataViewTable extends Audit {
  id: Generated<number>
  service_id: number
  /** Name in `_table`. */
  table: string
  name: string
  /** JSON: conditions. */
  filter: string | null
  /** JSON: names of fields. */
  fields: string | null
  order: string | null
  shared: number
  /** `null`: the person was deleted. */
  owner_id: number | null
}
