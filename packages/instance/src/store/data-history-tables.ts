import type { Generated } from 'kysely'

/** A change of one row of a database service. */
export interface DataHistoryTable {
  id: Generated<number>
  created_date: string
  /** No foreign key, as entries outlive services, apps and people. */
  service_id: number
  service_name: string
  table_name: string
  /** `null`: rows that are not recorded individually. */
  record_id: string | null
  /** `created`, `modified` or `deleted`. */
  action: string
  row_count: number | null
  user_id: number | null
  user_email: string | null
  app_id: number | null
  app_name: string | null
  origin: string
  address: string
  request_verb: string
  /** Shared by all rows of one call or import. */
  write_id: string
  /** Shared by all rows of one transaction. */
  batch_id: string
  /** Names of columns, separated by commas. */
  changed: string
  /** Encrypted JSON. */
  before: string | null
  after: string | null
  /** Approximate size of the entry. */
  bytes: number
}

/** Transactions that are not known to be committed yet. */
export interface DataHistoryOpenTable {
  batch_id: string
  created_date: string
}
