import type { Generated } from 'kysely'

/** How the locked shapes of a service are used; a service without a row goes by what its database says. Announced as changes of the service. */
export interface SchemaContractTable {
  service_id: number
  mode: string
  runtime_enforcement: string
  /** Number of archived snapshots per table; null: all. */
  archive_retention_count: number | null
  created_date: string
  last_modified_date: string
}

/** Shapes of tables as they were locked; one of each table is active. */
export interface SchemaSnapshotTable {
  id: Generated<number>
  service_id: number
  table_catalog: string | null
  table_schema: string | null
  /** The wire's name. */
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
