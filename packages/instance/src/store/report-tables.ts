import type { Generated } from 'kysely'

export interface ServiceReportTable {
  id: Generated<number>
  /** Null where the service was created. */
  service_id: number | null
  service_name: string | null
  user_email: string | null
  action: string
  request_verb: string
  created_date: string
  last_modified_date: string
}

/** A change of one row. */
export interface AuditTable {
  id: Generated<number>
  created_date: string
  /** Refers to nobody, as entries outlive people. */
  user_id: number | null
  user_email: string | null
  app_name: string | null
  address: string
  request_verb: string
  /** `created`, `modified` or `deleted`. */
  action: string
  resource: string
  record_id: string
  record_name: string | null
  /** The record with which the row was written. */
  owner_resource: string | null
  owner_id: string | null
  /** The same for all rows of one write. */
  write_id: string
  /** Names of fields, divided by commas. */
  changed: string
  /** Encrypted JSON. */
  before: string | null
  after: string | null
}
