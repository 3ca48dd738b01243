import type { Generated } from 'kysely'
import type { Audit } from './record-columns.ts'

/** Metadata that administrators add to tables of a service; its changes are announced as changes of the service. */
export interface DbTableExtrasTable {
  id: Generated<number>
  service_id: number
  table_name: string
  alias: string | null
  label: string | null
  plural: string | null
  description: string | null
  name_field: string | null
  /** Whether row changes are recorded. */
  history: Generated<number>
}

export interface DbFieldExtrasTable {
  id: Generated<number>
  service_id: number
  table_name: string
  field_name: string
  alias: string | null
  label: string | null
  description: string | null
  type: string | null
  /** JSON. */
  picklist: string | null
  /** JSON. */
  validation: string | null
  client_info: string | null
  /** JSON. */
  db_function: string | null
  is_virtual: number
  is_aggregate: number
}

export interface DbRelationExtrasTable {
  id: Generated<number>
  service_id: number
  table_name: string
  /** In lower case. */
  relation_name: string
  alias: string | null
  label: string | null
  description: string | null
  always_fetch: number
  flatten: number
  flatten_drop_prefix: number
}

export interface DbVirtualRelationTable {
  id: Generated<number>
  service_id: number
  table_name: string
  type: string
  field: string
  ref_service_id: number
  ref_table: string
  ref_field: string
  ref_on_update: string | null
  ref_on_delete: string | null
  junction_service_id: number | null
  junction_table: string | null
  junction_field: string | null
  junction_ref_field: string | null
}

/** How locked schemas of a service apply; a service without a row follows its database. Announced as changes of the service. */
export interface SchemaContractTable {
  service_id: number
  mode: string
  runtime_enforcement: string
  /** Number of archived snapshots per table; `null`: all. */
  archive_retention_count: number | null
  created_date: string
  last_modified_date: string
}

/** Locked schemas of tables; one per table is active. */
export interface SchemaSnapshotTable {
  id: Generated<number>
  service_id: number
  table_catalog: string | null
  table_schema: string | null
  /** Name on the wire. */
  table_name: string
  object_type: string
  contract_version: number
  schema_hash: string
  status: string
  /** JSON: a `TableDocument`. */
  schema: string
  created_by_id: number | null
  created_date: string
  last_modified_date: string
}

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
