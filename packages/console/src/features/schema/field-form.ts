import type { DbFunctionUse, DbFunctionVerb } from '@millwright/contract/wire/table-schema'

/** The controls of the field editor, under the names of the wire so that refusals find theirs. */
export type FieldForm = {
  name: string
  alias: string
  label: string
  description: string
  is_virtual: boolean
  is_aggregate: boolean
  type: string
  db_type: string
  length: string
  precision: string
  scale: string
  fixed_length: boolean
  supports_multibyte: boolean
  allow_null: boolean
  auto_increment: boolean
  default: string
  /** The default is computed by the database. */
  computed: boolean
  is_index: boolean
  is_unique: boolean
  is_primary_key: boolean
  is_foreign_key: boolean
  ref_table: string
  ref_field: string
  ref_on_update: string
  ref_on_delete: string
  /** JSON; empty: none. */
  validation: string
  db_function: readonly DbFunctionForm[]
  /** Values with commas between. */
  picklist: string
}

export interface DbFunctionForm {
  readonly use: readonly DbFunctionVerb[]
  readonly function: string
  /** As it was read; what the form does not know stays in it. */
  readonly stored: DbFunctionUse | null
}
