import type { DbFunctionUse, DbFunctionVerb } from '@millwright/contract/wire/table-schema'

/** The controls of the field editor, under their API names so that field errors match. */
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
  /** The default is an SQL expression. */
  computed: boolean
  is_index: boolean
  is_unique: boolean
  is_primary_key: boolean
  is_foreign_key: boolean
  ref_table: string
  ref_field: string
  ref_on_update: string
  ref_on_delete: string
  /** JSON, or empty for none. */
  validation: string
  db_function: readonly DbFunctionForm[]
  /** Comma-separated values. */
  picklist: string
}

export interface DbFunctionForm {
  readonly use: readonly DbFunctionVerb[]
  readonly function: string
  /** As read, to preserve members that the form does not know. */
  readonly stored: DbFunctionUse | null
}
