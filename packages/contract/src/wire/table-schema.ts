import type { Verb } from '../verbs.ts'

/**
 * What `_schema` of a database service answers and takes (docs/wire/schema.md). A description answered has every member; older
 * and other servers leave some out, hence writers fill in and readers tolerate. `field` is what a table holds, `related` where
 * its rows lead.
 */
export interface TableSchema extends TableSummary {
  /** Names of the key's fields, in order; empty without one. */
  primary_key: string[]
  /** The field that names a record. */
  name_field: string | null
  /** Who changes which row is kept (docs/wire/data-history.md); absent: it is not. */
  history?: boolean
  field: FieldSchema[]
  related: RelationSchema[]
  /** Keys, unique and foreign constraints as the database tells them, by lower-case name. */
  constraints: Record<string, unknown>
  /** What the caller may do, as a mask of verbs. */
  access: number
}

/** A table in the list `GET {service}/_schema?fields=*`. */
export interface TableListEntry extends TableSummary {
  /** What the caller may do. */
  access: Verb[]
}

interface TableSummary {
  /** As the database has it; outside the default schema `schema.table`. */
  name: string
  /** What `_table` calls it instead of `name`. */
  alias: string | null
  /** Singular display name. */
  label: string
  plural: string
  description: string | null
  native: unknown
  is_view: boolean
}

export interface FieldSchema {
  name: string
  /** What records call it instead of `name`. */
  alias: string | null
  label: string
  description: string | null
  native: unknown
  /** A simple type, mostly one of `fieldTypes`; of a virtual field, the type of its result. */
  type: string
  /** The database's own word, with sizes. */
  db_type: string | null
  /** Characters of a text, bytes of a binary. */
  length: number | null
  /** Digits in total. */
  precision: number | null
  /** Digits after the point. */
  scale: number | null
  /** A literal, or what the database computes. */
  default: FieldDefault
  /** Computed: not null, without a default, not counted by the database. */
  required: boolean
  /** Left out of a write: false. */
  allow_null: boolean
  fixed_length: boolean
  supports_multibyte: boolean
  auto_increment: boolean
  is_primary_key: boolean
  is_unique: boolean
  is_index: boolean
  is_foreign_key: boolean
  ref_table: string | null
  ref_field: string | null
  ref_on_update: string | null
  ref_on_delete: string | null
  picklist: string[] | null
  validation: FieldValidation | null
  db_function: DbFunctionUse[] | null
  /** Computed by `db_function`; there is no such column. */
  is_virtual: boolean
  /** A virtual field over many rows, left out of `fields=*`. */
  is_aggregate: boolean
  /** Of document databases: fields inside of this one, as `address.city`. */
  nested?: readonly FieldSchema[]
}

export type FieldDefault = string | number | boolean | null | { expression: string }

/** Rules by name (`validationRules`), run in this order, each with its settings. */
export type FieldValidation = Record<string, Record<string, unknown> | unknown[] | boolean | null>

export interface DbFunctionUse {
  use: DbFunctionVerb[]
  /** SQL; in INSERT and UPDATE `{value}` stands for the value sent. */
  function: string
  function_type?: string
}

export interface RelationSchema {
  /** Derived by the server, never chosen. */
  name: string
  /** What records call it instead of `name`. */
  alias: string | null
  label: string
  description: string | null
  native: unknown
  type: RelationType
  /** Fields of this table; several are separated by commas. */
  field: string
  ref_service_id: number | null
  ref_table: string
  /** Fields of the other table; several are separated by commas. */
  ref_field: string
  ref_on_update: string | null
  ref_on_delete: string | null
  junction_service_id: number | null
  junction_table: string | null
  /** The junction's field for this table. */
  junction_field: string | null
  /** The junction's field for the other table. */
  junction_ref_field: string | null
  /** Said by an administrator, not by a constraint of the database. */
  is_virtual: boolean
  /** Sent along with every record, asked for or not. */
  always_fetch: boolean
  flatten: boolean
  flatten_drop_prefix: boolean
}

export const relationTypes = ['belongs_to', 'has_one', 'has_many', 'many_many'] as const
export type RelationType = (typeof relationTypes)[number]

/** Types that a field can be given by name; any other word goes to the database as it is. */
export const fieldTypes = [
  'id',
  'string',
  'integer',
  'text',
  'boolean',
  'binary',
  'float',
  'double',
  'decimal',
  'datetime',
  'date',
  'time',
  'reference',
  'user_id',
  'user_id_on_create',
  'user_id_on_update',
  'timestamp',
  'timestamp_on_create',
  'timestamp_on_update',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** Types of what a virtual field computes. */
export const returnTypes = ['string', 'integer', 'boolean', 'binary', 'float', 'double', 'decimal'] as const

export const dbFunctionVerbs = ['SELECT', 'FILTER', 'INSERT', 'UPDATE'] as const
export type DbFunctionVerb = (typeof dbFunctionVerbs)[number]

export const validationRules = [
  'api_read_only',
  'create_only',
  'not_null',
  'not_empty',
  'not_zero',
  'email',
  'url',
  'int',
  'float',
  'boolean',
  'match',
  'picklist',
  'multi_picklist',
] as const
export type ValidationRule = (typeof validationRules)[number]

/** The sent form of a table: what is absent stays as it is, or takes its default. */
export type TableDraft = Partial<Omit<TableSchema, 'field' | 'related' | 'name'>> & {
  name: string
  field?: FieldDraft[]
  related?: RelationDraft[]
}

export type FieldDraft = Partial<FieldSchema> & { name: string }

/** A relation that the database has needs its `name`; a virtual one is found by what it joins. */
export type RelationDraft = Partial<RelationSchema>

/** Any `_schema` write with `?preview=true`, where `platform.features` names `schema-preview`: nothing is run. */
export interface SchemaPreview {
  /** In the order they would run. */
  statements: PreviewedStatement[]
}

export interface PreviewedStatement {
  sql: string
  /** A sentence about data that the statement would lose; null: none. */
  loses: string | null
}
