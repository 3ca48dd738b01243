import { commonSimpleType, typeWord, withScale, withSize, wordAndSize } from '@millwright/connector/engine/column-type'
import { defaultClause, quotedText } from '@millwright/connector/engine/default-sql'
import type { OwnType, TypedColumn } from '@millwright/connector/engine/engine'
import type { ColumnDefinition } from '@millwright/connector/engine/schema-change'
import { postgresDialect } from './postgres-dialect.ts'

/** PostgreSQL's column types for simple types (docs/wire/schema.md). */
export function postgresType(column: TypedColumn): string | null {
  const { type, length, precision, scale } = column
  const word = words[type]
  if (word !== undefined) return word
  if (type === 'string') return withSize(stringWord(column), length ?? 255)
  if (type === 'decimal' || type === 'numeric') return withScale(type, precision ?? length, scale)
  return null
}

const words: Readonly<Record<string, string>> = {
  id: 'integer',
  bigid: 'bigint',
  mediumid: 'integer',
  smallid: 'smallint',
  reference: 'integer',
  user_id: 'integer',
  user_id_on_create: 'integer',
  user_id_on_update: 'integer',
  integer: 'integer',
  int: 'integer',
  tinyint: 'smallint',
  smallint: 'smallint',
  mediumint: 'integer',
  bigint: 'bigint',
  timestamp: 'timestamp',
  timestamp_on_create: 'timestamp',
  timestamp_on_update: 'timestamp',
  datetime: 'timestamp',
  datetimetz: 'timestamp with time zone',
  timestamptz: 'timestamp with time zone',
  timetz: 'time with time zone',
  date: 'date',
  time: 'time',
  boolean: 'boolean',
  text: 'text',
  longtext: 'text',
  mediumtext: 'text',
  float: 'real',
  double: 'double precision',
  money: 'money',
  binary: 'bytea',
  json: 'json',
  jsonb: 'jsonb',
  uuid: 'uuid',
}

function stringWord({ fixedLength, multibyte }: TypedColumn): string {
  if (multibyte) return fixedLength ? 'national character' : 'national character varying'
  return fixedLength ? 'char' : 'varchar'
}

export const postgresSpelling = {
  true: 'TRUE',
  false: 'FALSE',
  expression: (text: string) => text,
  // Whether a backslash is literal between plain quotation marks depends on a setting.
  text: (value: string) =>
    value.includes('\\') ? `E${quotedText(value.replaceAll('\\', '\\\\'))}` : quotedText(value),
}

/** A column definition for `CREATE TABLE` and `ADD COLUMN`. */
export function postgresColumn(column: ColumnDefinition, isKey: boolean): string {
  const name = postgresDialect.quote(column.name)
  if (column.definition !== null) return `${name} ${column.definition}`
  const type = ownType(column)
  const counted = column.autoIncrement ? (serials[typeWord(type)] ?? type) : type
  const nullable = column.nullable ? '' : ' NOT NULL'
  const given = column.autoIncrement ? '' : defaultClause(column, postgresSpelling)
  return `${name} ${counted}${nullable}${given}${isKey ? ' PRIMARY KEY' : ''}`
}

export function ownType(column: ColumnDefinition): string {
  return column.dbType ?? postgresType(column) ?? column.type
}

const serials: Readonly<Record<string, string>> = { integer: 'serial', bigint: 'bigserial', smallint: 'smallserial' }

/** The simple type of a PostgreSQL type (docs/wire/schema.md). */
export function postgresSimpleType(column: OwnType): string {
  const { word, size } = wordAndSize(column)
  return differentType(word, size) ?? commonSimpleType(column)
}

/** Type words with a different meaning than in other engines; otherwise `null`. */
function differentType(word: string, size: number | null): string | null {
  if (word.endsWith('[]') || word.endsWith('array') || word.startsWith('_')) return 'string'
  if (word === 'bit varying' || (word === 'bit' && size !== null && size > 1)) return 'string'
  if (word === 'real' || word.includes('float') || word.includes('double')) return 'double'
  if (word.endsWith('with time zone')) return word.startsWith('timestamp') ? 'timestamptz' : 'timetz'
  return word.includes('text') || word === 'interval' ? 'string' : null
}
