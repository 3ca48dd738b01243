import type { Generated } from 'kysely'
import type { Audit, AuthorColumns } from './record-columns.ts'

export interface ServiceTable extends Audit, AuthorColumns {
  id: Generated<number>
  name: string
  label: string | null
  description: string | null
  is_active: number
  type: string
  mutable: number
  deletable: number
  /** JSON: names that it is called by besides its own; `null`: none. */
  aliases: Generated<string | null>
  /** JSON with encrypted secrets. */
  config: string
}

export interface ServiceDocTable {
  service_id: number
  format: number
  content: string | null
  created_date: string
  last_modified_date: string
}

/** A name or alias that a service gave up, and no other one has taken since. */
export interface FormerServiceNameTable {
  /** In lower case. */
  name: string
  /** The service that had it, which may be deleted; ids are not used again. */
  service_id: number
  /** The person who alone made that service what it was; `null`: others did. */
  owner_id: number | null
}

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
