import { typeWord } from '@millwright/connector/engine/column-type'
import type { Engine, OwnType } from '@millwright/connector/engine/engine'
import { type ValueFamily, valueFamily } from '@millwright/connector/engine/values/value-family'
import type { Schema } from '@millwright/connector/openapi'
import type { DescribedField } from '../../../../records/described-table.ts'
import { orNull } from '../../../ground/docs/shared-components.ts'
import { labelOf } from '../schema/names.ts'

type Typed = Pick<DescribedField, 'type' | 'dbType'>

const text: Schema = { type: 'string' }
const integer: Schema = { type: 'integer' }

const families: Readonly<Record<ValueFamily, Schema>> = {
  integer,
  boolean: { type: 'boolean' },
  decimal: { type: 'number' },
  float: { type: 'number' },
  moment: text,
  binary: { type: 'string', contentEncoding: 'base64' },
  json: { description: 'JSON when written, text when read.' },
  array: { description: 'A list or text when written, text when read.' },
  text,
  any: {},
}

/** Returns the schema of a value in a response (docs/wire/tables.md). */
export function valueSchema(engine: Engine, field: Typed): Schema {
  const family = valueFamily(field)
  const word = typeWord(field.dbType ?? '')
  const own = engine.values.answers.get(word)
  if (own !== undefined && field.type !== 'boolean') return answers[own]
  if (family === 'integer') return is64Bit(engine, field, word) ? { ...integer, format: 'int64' } : integer
  const { typedColumns } = engine.values
  if (field.type === 'date') return { ...text, format: 'date' }
  return field.type === 'uuid' && typedColumns ? { ...text, format: 'uuid' } : families[family]
}

/** Returns the schema of a value of an engine-specific type. */
export function typeSchema(engine: Engine, column: OwnType): Schema {
  return valueSchema(engine, { type: engine.schema.simpleType(column), dbType: column.dbType })
}

const answers = {
  integer,
  'unsigned integer': { ...integer, minimum: 0 },
  text,
} satisfies Record<string, Schema>

/** Returns whether a type has the format int64; unsigned types exceed it. */
function is64Bit(engine: Engine, { type, dbType }: Typed, word: string): boolean {
  if (!engine.values.typedColumns) return true
  const wide = dbType === null ? type.startsWith('big') : /^(?:bigint|int8|bigserial|serial8)$/.test(word)
  return wide && !/unsigned/i.test(dbType ?? '')
}

/** No format of the standard is that of databases, whose times have no zone, or another one. */
function momentExample(isGiven: boolean, type: string): Schema {
  if (!isGiven) return {}
  return { examples: [/^time(?:tz)?$/.test(type) ? '12:00:00' : '2026-01-31 12:00:00'] }
}

/** Returns the schema of a column. */
export function columnSchema(engine: Engine, field: DescribedField): Schema {
  const schema = valueSchema(engine, field)
  const own = field.choices?.several === true ? undefined : field.choices?.values
  const enforced = own !== undefined || (field.validation !== null && 'picklist' in field.validation)
  const choices = (schema.type === 'integer' ? own?.map(Number) : own) ?? field.picklist ?? []
  const moment = valueFamily(field) === 'moment' && field.type !== 'date' && schema === text
  const isBounded = schema === text && engine.values.typedColumns && field.length !== null && field.length > 0
  return {
    ...orNull(schema, field.allowNull),
    ...(field.label === labelOf(field.name) ? {} : { title: field.label }),
    ...(field.description ? { description: field.description } : {}),
    ...(isBounded ? { maxLength: field.length } : {}),
    ...(choices.length === 0
      ? momentExample(moment && !field.generated && !field.isVirtual, field.type)
      : enforced
        ? { enum: field.allowNull ? [...choices, null] : choices }
        : { examples: choices }),
    ...(field.generated || field.isVirtual ? { readOnly: true } : {}),
  }
}
