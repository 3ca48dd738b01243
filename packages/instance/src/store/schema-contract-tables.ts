import type { Generated } from 'kysely'

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
