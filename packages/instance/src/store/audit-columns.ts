import type { Generated } from 'kysely'

/** Columns of records that people edit. */
export interface Audit {
  created_date: string
  last_modified_date: string
  created_by_id: number | null
  last_modified_by_id: number | null
  revision: Generated<number>
}
