import type { TableName } from '@millwright/connector/engine/catalog'
import { commonSimpleType, typeWord, withScale, withSize, wordAndSize } from '@millwright/connector/engine/column-type'
import { commonValues, identifier, listed, standardClock } from '@millwright/connector/engine/common-dialect'
import { defaultClause, quotedText } from '@millwright/connector/engine/default-sql'
import type { Dialect, OwnType, TypedColumn, ValueDialect } from '@millwright/connector/engine/engine'
import type { ColumnDefinition } from '@millwright/connector/engine/schema-change'
import type { BoundValue } from '@millwright/connector/engine/statement'

/** The schema whose tables have no prefix on the wire. */
export const defaultPostgresSchema = 'public'

export const postgresDialect: Dialect = {
  quote,
  table: tableText,
  placeholder: (index) => `$${index}`,
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysetFromOffset: null,
  returning: { insert: 'returning', update: 'returning', delete: 'returning' },
  nextNumber: (table, column) => ({
    sql: 'SELECT nextval(pg_get_serial_sequence($1, $2)) AS number',
    values: [tableText(table), column],
  }),
  estimatedRows: (table) => ({
    sql: "SELECT reltuples::bigint AS count FROM pg_class WHERE oid = to_regclass($1) AND relkind IN ('r', 'p', 'm')",
    values: [tableText(table)],
  }),
  // The parts of a partitioned table are tables of their own, and its own estimate is the sum of theirs.
  tableFigures: {
    sql: `SELECT NULLIF(n.nspname, $1) AS schema, c.relname AS name, NULLIF(c.reltuples, -1)::bigint AS rows,
      CASE WHEN c.relkind <> 'p' THEN pg_total_relation_size(c.oid) END AS bytes
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'`,
    values: [defaultPostgresSchema],
  },
  returnsInsertedId: false,
  insertedIdStep: null,
  insertsTogether: true,
  emptyInsert: 'default values',
  transactions: true,
  failureEndsTransaction: true,
  schemas: { usual: defaultPostgresSchema },
  // PostgreSQL silently truncates longer names.
  longestName: { most: 63, unit: 'bytes', size: (name) => Buffer.byteLength(name) },
  nullsOrder: true,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE '\\'`,
  wildcards: /[\\%_]/g,
  isText: (dbType) => /^(?:(?:national )?char|varchar|character|text|citext|bpchar|name\b)/i.test(dbType),
  asText: (expression) => `CAST(${expression} AS text)`,
  incomparable: new Set(['json', 'array']),
  unsortable: new Set(['json']),
  operand: (placeholder, family) => (family === 'integer' ? `${placeholder}::bigint` : placeholder),
  among: {
    families: listed,
    sql: (expression, placeholder, family) =>
      `${expression} = ANY(${placeholder}${family === 'integer' ? '::bigint[]' : ''})`,
    list: (values) => `{${values.map(arrayItem).join(',')}}`,
  },
  clock: { ...standardClock, UTC_TIMESTAMP: "(CURRENT_TIMESTAMP AT TIME ZONE 'UTC')" },
  maxValues: 65_535,
  booleans: true,
  rowLock: { hint: '', clause: ' FOR UPDATE' },
  savepoint: {
    set: (name) => `SAVEPOINT ${quote(name)}`,
    rollback: (name) => `ROLLBACK TO SAVEPOINT ${quote(name)}`,
    release: (name) => `RELEASE SAVEPOINT ${quote(name)}`,
  },
}

function tableText({ schema, name }: TableName): string {
  return `${quote(schema ?? defaultPostgresSchema)}.${quote(name)}`
}

function quote(name: string): string {
  return identifier(name, '"', '"')
}

function arrayItem(value: BoundValue): string {
  return value === null ? 'NULL' : `"${String(value).replace(/[\\"]/g, '\\$&')}"`
}

export const postgresValues: ValueDialect = {
  ...commonValues,
  // Amounts of money may include their currency.
  isNumberWord: (text, dbType) => (dbType === 'money' ? /\d/.test(text) : /^(?:nan|[+-]?inf(?:inity)?)$/i.test(text)),
  isMomentWord: (text) =>
    /^(?:-?infinity|epoch|now|today|tomorrow|yesterday|allballs|\d{4,6}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?:[+-]\d{2}(?::\d{2})*)?)?(?: BC)?)$/i.test(
      text,
    ),
  // Bits are only accepted as text.
  booleans: (dbType) => (/^bit/i.test(dbType) ? ['1', '0'] : [true, false]),
  answers: new Map([
    ['oid', 'integer'],
    ['money', 'text'],
  ]),
}

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
  const defaultText = column.autoIncrement ? '' : defaultClause(column, postgresSpelling)
  return `${name} ${counted}${nullable}${defaultText}${isKey ? ' PRIMARY KEY' : ''}`
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
