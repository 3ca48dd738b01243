import type { Generated } from 'kysely'

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
