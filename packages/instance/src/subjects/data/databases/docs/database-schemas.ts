import { listOf, type Schema, schemaRef } from '@millwright/connector/openapi'
import { estimatedCount, keySchemas } from '../../../ground/docs/shared-components.ts'

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const whole: Schema = { type: ['integer', 'null'] }
const flag: Schema = { type: 'boolean' }

function object(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties }
}

const anyRecord: Schema = { type: 'object', additionalProperties: true }
const native: Schema = { readOnly: true, description: 'Further information from the database.' }
const names: Schema = { type: 'array', items: text }

/** Schemas common to all databases (docs/wire/schema.md, docs/wire/tables.md). */
export const databaseSchemas: Readonly<Record<string, Schema>> = {
  ...keySchemas,
  EstimatedCount: estimatedCount,
  NoRecords: {
    description: 'What as_list, count_only and estimate return instead of records.',
    anyOf: [schemaRef('Keys'), schemaRef('Count'), schemaRef('EstimatedCount')],
  },
  RecordRequest: anyRecord,
  RecordsRequest: listOf(anyRecord),
  RecordResponse: anyRecord,
  RecordsResponse: listOf(anyRecord, { meta: schemaRef('Metadata') }),
  Metadata: object({
    count: { type: 'integer', description: 'Total number of matching records.' },
    next: { type: 'integer', description: 'The offset of the next page, when there is one.' },
    schema: { type: 'object', description: 'Fields of the records.' },
  }),
  TableSchemas: listOf(schemaRef('TableSchema')),
  TableSchema: object({
    name: text,
    alias: textOrNull,
    label: text,
    plural: text,
    description: textOrNull,
    is_view: { ...flag, readOnly: true },
    constraints: { type: ['object', 'array'], items: {}, readOnly: true },
    native,
    access: {
      type: ['integer', 'array'],
      items: text,
      readOnly: true,
      description: 'Verbs allowed for the caller, as a mask or a list.',
    },
    error: { type: 'object', readOnly: true, description: 'Why this record was refused.' },
    primary_key: names,
    name_field: textOrNull,
    field: { type: 'array', items: schemaRef('FieldSchema') },
    related: { type: 'array', items: schemaRef('RelationshipSchema') },
  }),
  FieldSchemas: listOf(schemaRef('FieldSchema')),
  FieldSchema: object({
    name: text,
    alias: textOrNull,
    label: text,
    description: textOrNull,
    type: { ...text, description: 'A simple type, such as string, integer or reference.' },
    db_type: { ...textOrNull, description: 'The type in the database.' },
    length: whole,
    precision: whole,
    scale: whole,
    default: {},
    required: { ...flag, readOnly: true },
    allow_null: flag,
    fixed_length: flag,
    supports_multibyte: flag,
    auto_increment: flag,
    is_primary_key: flag,
    is_unique: flag,
    is_index: flag,
    is_foreign_key: flag,
    ref_table: textOrNull,
    ref_field: textOrNull,
    ref_on_update: textOrNull,
    ref_on_delete: textOrNull,
    picklist: { type: ['array', 'null'], items: text },
    validation: { type: ['object', 'null'] },
    db_function: { type: ['array', 'null'], items: { type: 'object' } },
    is_virtual: flag,
    is_aggregate: flag,
    is_generated: { ...flag, readOnly: true, description: 'Computed by the database; absent if it is not.' },
    generated_as: {
      ...text,
      readOnly: true,
      description: 'The expression that computes it, if the database tells it.',
    },
    is_enum: {
      ...flag,
      readOnly: true,
      description: 'The database allows only the values of picklist; absent if it does not.',
    },
    native,
  }),
  RelationshipSchemas: listOf(schemaRef('RelationshipSchema')),
  RelationshipSchema: object({
    name: text,
    alias: textOrNull,
    label: text,
    description: textOrNull,
    type: { enum: ['belongs_to', 'has_one', 'has_many', 'many_many'] },
    field: text,
    is_virtual: flag,
    ref_service_id: whole,
    ref_table: text,
    ref_field: text,
    junction_service_id: whole,
    junction_table: textOrNull,
    junction_field: textOrNull,
    junction_ref_field: textOrNull,
    ref_on_update: { ...textOrNull, readOnly: true },
    ref_on_delete: { ...textOrNull, readOnly: true },
    always_fetch: flag,
    flatten: flag,
    flatten_drop_prefix: flag,
    native,
  }),
}
