import type { Generated } from 'kysely'

/** A change of one row of a database service. */
export interface DataHistoryTable {
  id: Generated<number>
  created_date: string
  /** Refers to nothing, as entries outlive services, apps and people. */
  service_id: number
  service_name: string
  table_name: string
  /** Null: rows that are not kept one by one. */
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
  /** The same for all rows of one call, or of one import. */
  write_id: string
  /** The same for all rows of one transaction. */
  batch_id: string
  /** Names of columns, divided by commas. */
  changed: string
  /** Encrypted JSON. */
  before: string | null
  after: string | null
  /** Of the entry, about. */
  bytes: number
}

/** Transactions of which it is not known yet that they were committed. */
export interface DataHistoryOpenTable {
  batch_id: string
  created_date: string
}
