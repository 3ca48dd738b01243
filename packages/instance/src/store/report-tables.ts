import type { Generated } from 'kysely'

export interface ServiceReportTable {
  id: Generated<number>
  /** `null` for the creation of the service. */
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
  /** No foreign key, as entries outlive people. */
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
  /** The record as part of which the row was written. */
  owner_resource: string | null
  owner_id: string | null
  /** Shared by all rows of one write. */
  write_id: string
  /** Names of fields, separated by commas. */
  changed: string
  /** Encrypted JSON. */
  before: string | null
  after: string | null
}
