import type { Engine } from '../../engines/engine.ts'
import { simpleType, typeWord } from '../../engines/simple-type.ts'
import type { Schema } from '../../gateway/ports/openapi.ts'
import type { DescribedField } from '../../records/described-table.ts'
import { type ValueFamily, valueFamily } from '../../records/values/value-family.ts'
import { labelOf } from '../databases/schema/labels.ts'
import { orNull } from './field-schema.ts'

type EngineName = Engine['name']
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
  json: { description: 'Any JSON when it is written, its text when it is read.' },
  array: { description: 'A list, or its text, when it is written; its text when it is read.' },
  text,
}

/** A value as it is answered (docs/wire/tables.md). */
export function valueSchema(engine: EngineName, field: Typed): Schema {
  const family = valueFamily(field)
  const word = typeWord(field.dbType ?? '')
  const own = ownWords[engine]?.get(word)
  if (own !== undefined && field.type !== 'boolean') return own
  if (family === 'integer') return is64Bit(engine, field, word) ? { ...integer, format: 'int64' } : integer
  if (family === 'text' && engine === 'sqlite' && field.dbType !== null && !keepsTexts.test(word)) return {}
  if (field.type === 'date') return { ...text, format: 'date' }
  return field.type === 'uuid' && engine !== 'sqlite' ? { ...text, format: 'uuid' } : families[family]
}

/** A value of an engine's own type. */
export function typeSchema(engine: EngineName, column: Parameters<typeof simpleType>[1]): Schema {
  return valueSchema(engine, { type: simpleType(engine, column), dbType: column.dbType })
}

/** Types whose values are answered otherwise than those of their simple type. */
const ownWords: Partial<Readonly<Record<EngineName, ReadonlyMap<string, Schema>>>> = {
  mysql: new Map([
    ['year', integer],
    ['bit', { ...integer, minimum: 0 }],
  ]),
  pgsql: new Map([
    ['oid', integer],
    ['money', text],
  ]),
}

/** Columns of other words keep numbers as numbers, and those without a word anything. */
const keepsTexts = /char|clob|text|uuid/

/** SQLite gives every integer 64 bits. What has no sign reaches further than the format. */
function is64Bit(engine: EngineName, { type, dbType }: Typed, word: string): boolean {
  if (engine === 'sqlite') return true
  const wide = dbType === null ? type.startsWith('big') : /^(?:bigint|int8|bigserial|serial8)$/.test(word)
  return wide && !/unsigned/i.test(dbType ?? '')
}

/** A column of a table. */
export function columnSchema(engine: EngineName, field: DescribedField): Schema {
  const schema = valueSchema(engine, field)
  const enforced = field.validation !== null && 'picklist' in field.validation
  const choices = field.picklist ?? []
  // SQLite does not keep to lengths.
  const isBounded = schema === text && engine !== 'sqlite' && field.length !== null && field.length > 0
  return {
    ...orNull(schema, field.allowNull),
    ...(field.label === labelOf(field.name) ? {} : { title: field.label }),
    ...(field.description ? { description: field.description } : {}),
    ...(isBounded ? { maxLength: field.length } : {}),
    ...(choices.length === 0
      ? {}
      : enforced
        ? { enum: field.allowNull ? [...choices, null] : choices }
        : { examples: choices }),
    ...(field.generated || field.isVirtual ? { readOnly: true } : {}),
  }
}
