import type { Field } from '@millwright/contract/records/field'
import type { DescribedField } from '../database/described-table.ts'
import { labelOf } from '../database/schema/labels.ts'
import type { Schema } from './openapi.ts'

const recordTypes: Readonly<Record<Field['type'], Schema>> = {
  id: { type: 'integer' },
  integer: { type: 'integer' },
  string: { type: 'string' },
  text: { type: 'string' },
  boolean: { type: 'boolean' },
  datetime: { type: 'string' },
  json: {},
}

/** A field of a record of the instance itself. */
export function recordFieldSchema({ type, mode, max, nullable, default: standard, label }: Field): Schema {
  return {
    ...orNull(recordTypes[type], nullable !== false),
    ...(label === undefined ? {} : { title: label }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...(standard === undefined ? {} : { default: standard }),
    ...(mode === 'readOnly' ? { readOnly: true } : {}),
    ...(mode === 'writeOnly' || mode === 'command' ? { writeOnly: true } : {}),
  }
}

const integer: Schema = { type: 'integer' }
const number: Schema = { type: 'number' }
const text: Schema = { type: 'string' }

/** The simple types that are no texts (docs/wire/schema.md). */
const columnTypes: ReadonlyMap<string, Schema> = new Map([
  ...['id', 'integer', 'reference', 'tinyint', 'smallint', 'mediumint', 'mediumid', 'smallid'].map(
    (type) => [type, integer] as const,
  ),
  ...['user_id', 'user_id_on_create', 'user_id_on_update'].map((type) => [type, integer] as const),
  ...['bigint', 'bigid'].map((type) => [type, { type: 'integer', format: 'int64' }] as const),
  ...['decimal', 'float', 'double'].map((type) => [type, number] as const),
  ['money', { type: ['number', 'string'] }],
  ['boolean', { type: 'boolean' }],
  ['date', { type: 'string', format: 'date' }],
  ['uuid', { type: 'string', format: 'uuid' }],
  ['binary', { type: 'string', contentEncoding: 'base64' }],
  ...['json', 'jsonb', 'array', 'object', 'row'].map((type) => [type, {}] as const),
])

/** A value of a simple type. */
export function typeSchema(type: string): Schema {
  return columnTypes.get(type) ?? text
}

/** A column of a table. */
export function columnSchema(field: DescribedField): Schema {
  const schema = typeSchema(field.type)
  const enforced = field.validation !== null && 'picklist' in field.validation
  const choices = field.picklist ?? []
  return {
    ...orNull(schema, field.allowNull),
    ...(field.label === labelOf(field.name) ? {} : { title: field.label }),
    ...(field.description ? { description: field.description } : {}),
    ...(schema === text && field.length !== null && field.length > 0 ? { maxLength: field.length } : {}),
    ...(choices.length === 0
      ? {}
      : enforced
        ? { enum: field.allowNull ? [...choices, null] : choices }
        : { examples: choices }),
    ...(isPlain(field.default) ? { default: field.default } : {}),
    ...(field.autoIncrement || field.generated || field.isVirtual ? { readOnly: true } : {}),
  }
}

function orNull(schema: Schema, nullable: boolean): Schema {
  if (!nullable || schema.type === undefined) return schema
  return { ...schema, type: [schema.type, 'null'].flat() }
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
