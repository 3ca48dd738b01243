import type { FieldSchema, RelationSchema, TableSchema } from '@millwright/contract/wire/table-schema'

/** Normalizes a table description: fills in missing properties and preserves unknown ones. */
export function readTable(answer: unknown): TableSchema {
  const raw = objectOf(answer)
  const name = textOf(raw.name)
  return {
    ...emptyTable,
    ...raw,
    name,
    label: textOf(raw.label) || name,
    plural: textOf(raw.plural),
    field: rowsOf(raw.field).map(readField),
    related: rowsOf(raw.related).map(readRelation),
    primary_key: Array.isArray(raw.primary_key) ? raw.primary_key.map(String) : [],
  }
}

export function readField(answer: unknown): FieldSchema {
  const { nested, ...raw } = objectOf(answer)
  return {
    ...emptyField,
    ...raw,
    name: textOf(raw.name),
    type: textOf(raw.type),
    ...(Array.isArray(nested) && { nested: nested.map(readField) }),
  }
}

export function readRelation(answer: unknown): RelationSchema {
  const raw = objectOf(answer)
  return { ...emptyRelation, ...raw, name: textOf(raw.name) }
}

export const emptyTable: TableSchema = {
  name: '',
  alias: null,
  label: '',
  plural: '',
  description: null,
  native: [],
  is_view: false,
  primary_key: [],
  name_field: null,
  field: [],
  related: [],
  constraints: {},
  access: 31,
}

export const emptyField: FieldSchema = {
  name: '',
  alias: null,
  label: '',
  description: null,
  native: [],
  type: '',
  db_type: null,
  length: null,
  precision: null,
  scale: null,
  default: null,
  required: false,
  allow_null: false,
  fixed_length: false,
  supports_multibyte: false,
  auto_increment: false,
  is_primary_key: false,
  is_unique: false,
  is_index: false,
  is_foreign_key: false,
  ref_table: null,
  ref_field: null,
  ref_on_update: null,
  ref_on_delete: null,
  picklist: null,
  validation: null,
  db_function: null,
  is_virtual: false,
  is_aggregate: false,
}

export const emptyRelation: RelationSchema = {
  name: '',
  alias: null,
  label: '',
  description: null,
  native: [],
  type: 'belongs_to',
  field: '',
  ref_service_id: null,
  ref_table: '',
  ref_field: '',
  ref_on_update: null,
  ref_on_delete: null,
  junction_service_id: null,
  junction_table: null,
  junction_field: null,
  junction_ref_field: null,
  is_virtual: false,
  always_fetch: false,
  flatten: false,
  flatten_drop_prefix: false,
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function rowsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
