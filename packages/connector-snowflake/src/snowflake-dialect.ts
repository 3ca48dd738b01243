import { commonSimpleType, typeWord } from '@millwright/connector/engine/column-type'
import { identifier, standardClock } from '@millwright/connector/engine/common-dialect'
import { defaultClause, quotedText } from '@millwright/connector/engine/default-sql'
import type { Dialect, OwnType, TypedColumn } from '@millwright/connector/engine/engine'
import type { ColumnDefinition } from '@millwright/connector/engine/schema-change'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { defaultSchema } from './snowflake-settings.ts'

export const snowflakeDialect: Dialect = {
  quote,
  table: ({ schema, name }) => `${quote(schema ?? defaultSchema)}.${quote(name)}`,
  placeholder: () => '?',
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysetFromOffset: null,
  returning: { insert: 'none', update: 'none', delete: 'none' },
  nextNumber: ({ schema, name }, column) => ({
    sql: `SELECT ${quote(schema ?? defaultSchema)}.${quote(sequenceOf(name, column))}.NEXTVAL AS "number"`,
    values: [],
  }),
  returnsInsertedId: false,
  insertedIdStep: null,
  insertsTogether: true,
  emptyInsert: 'default values',
  transactions: false,
  failureEndsTransaction: false,
  schemas: { usual: defaultSchema },
  longestName: { most: 255, unit: 'characters', size: (name) => [...name].length },
  nullsOrder: true,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE ${snowflakeText('\\')}`,
  wildcards: /[\\%_]/g,
  isText: (dbType) => /char|text|string/i.test(dbType),
  asText: (expression) => `CAST(${expression} AS VARCHAR)`,
  incomparable: new Set(['json']),
  unsortable: new Set(['json']),
  operand: (placeholder) => placeholder,
  among: null,
  clock: { ...standardClock, UTC_TIMESTAMP: 'SYSDATE()' },
  maxValues: 10_000,
  booleans: true,
  rowLock: { hint: '', clause: '' },
  savepoint: { set: () => '', rollback: () => '', release: () => null },
}

function quote(name: string): string {
  return identifier(name, '"', '"')
}

/** A text literal, in which a backslash escapes too. */
function snowflakeText(value: string): string {
  return quotedText(value.replaceAll('\\', '\\\\'))
}

/** The sequence that numbers a column of tables created by this instance: only a sequence can return a number before it is used. */
export function sequenceOf(table: string, column: string): string {
  return `${table}_${column}_seq`
}

/** Snowflake's column types for simple types (docs/wire/schema.md), in the spelling that it reports. */
export function snowflakeType({ type, length, precision, scale }: TypedColumn): string | null {
  if (type === 'string') return `VARCHAR(${length ?? 255})`
  if (type === 'binary') return `BINARY(${length ?? longestBinary})`
  if (type !== 'decimal' && type !== 'numeric') return words[type] ?? null
  const digits = precision ?? length
  return digits === null ? 'NUMBER(38,9)' : `NUMBER(${digits},${scale ?? 0})`
}

const longestText = 16_777_216
const longestBinary = 8_388_608

const words: Readonly<Record<string, string>> = {
  id: 'NUMBER(10,0)',
  bigid: 'NUMBER(19,0)',
  mediumid: 'NUMBER(10,0)',
  smallid: 'NUMBER(5,0)',
  reference: 'NUMBER(10,0)',
  user_id: 'NUMBER(10,0)',
  user_id_on_create: 'NUMBER(10,0)',
  user_id_on_update: 'NUMBER(10,0)',
  integer: 'NUMBER(10,0)',
  int: 'NUMBER(10,0)',
  tinyint: 'NUMBER(3,0)',
  smallint: 'NUMBER(5,0)',
  mediumint: 'NUMBER(8,0)',
  bigint: 'NUMBER(19,0)',
  timestamp: 'TIMESTAMP_NTZ(9)',
  timestamp_on_create: 'TIMESTAMP_NTZ(9)',
  timestamp_on_update: 'TIMESTAMP_NTZ(9)',
  datetime: 'TIMESTAMP_NTZ(9)',
  datetimetz: 'TIMESTAMP_TZ(9)',
  timestamptz: 'TIMESTAMP_TZ(9)',
  date: 'DATE',
  time: 'TIME(9)',
  boolean: 'BOOLEAN',
  text: `VARCHAR(${longestText})`,
  mediumtext: `VARCHAR(${longestText})`,
  longtext: `VARCHAR(${longestText})`,
  float: 'FLOAT',
  double: 'FLOAT',
  money: 'NUMBER(19,4)',
  json: 'VARIANT',
  uuid: 'VARCHAR(36)',
}

const snowflakeSpelling = {
  true: 'TRUE',
  false: 'FALSE',
  expression: (text: string) => text,
  text: snowflakeText,
}

/** A column definition for `CREATE TABLE` and `ADD COLUMN`; `sequence` generates its numbers. */
export function snowflakeColumn(column: ColumnDefinition, isKey: boolean, sequence: string | null): string {
  const name = snowflakeDialect.quote(column.name)
  if (column.definition !== null) return `${name} ${column.definition}`
  const counted = sequence === null ? '' : ` DEFAULT ${sequence}.NEXTVAL`
  const defaultPart = column.autoIncrement ? counted : defaultClause(column, snowflakeSpelling)
  return `${name} ${ownType(column)}${defaultPart}${column.nullable ? '' : ' NOT NULL'}${isKey ? ' PRIMARY KEY' : ''}`
}

export function ownType(column: ColumnDefinition): string {
  return column.dbType ?? snowflakeType(column) ?? column.type
}

interface SnowflakeType {
  readonly dbType: string
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
}

/** A type with its sizes, from a row of `INFORMATION_SCHEMA.COLUMNS`. */
export function catalogType(row: DatabaseRow): SnowflakeType {
  const word = String(row.type).toUpperCase()
  const none = { length: null, precision: null, scale: null }
  if (word === 'NUMBER') {
    const precision = Number(row.precision)
    const scale = Number(row.scale)
    return { ...none, dbType: `NUMBER(${precision},${scale})`, precision, scale }
  }
  if (word === 'TEXT' || word === 'BINARY') {
    const length = row.length === null ? null : Number(row.length)
    const name = word === 'TEXT' ? 'VARCHAR' : word
    return { ...none, dbType: length === null ? name : `${name}(${length})`, length }
  }
  if (!/^TIME/.test(word)) return { ...none, dbType: word }
  const precision = row.seconds === null ? 9 : Number(row.seconds)
  return { ...none, dbType: `${word}(${precision})`, precision }
}

/** The simple type of a Snowflake type (docs/wire/schema.md). */
export function snowflakeSimpleType(column: OwnType): string {
  const word = typeWord(column.dbType)
  if (word === 'number') return numberType(column.dbType)
  if (word === 'varchar')
    return Number(/\((\d+)\)/.exec(column.dbType)?.[1] ?? longestText) > 65_535 ? 'text' : 'string'
  return differentTypes.get(word) ?? commonSimpleType(column)
}

/** Without sizes it has 38 digits and a scale of 0. */
function numberType(dbType: string): string {
  const [precision = 38, scale = 0] = (/\(([\d, ]+)\)/.exec(dbType)?.[1] ?? '').split(',').filter(Boolean).map(Number)
  if (scale > 0) return 'decimal'
  return precision <= 10 ? 'integer' : 'bigint'
}

const differentTypes: ReadonlyMap<string, string> = new Map([
  ['float', 'double'],
  ['variant', 'json'],
  ['object', 'json'],
  ['array', 'json'],
  ['timestamp_ntz', 'datetime'],
  ['timestamp_ltz', 'timestamptz'],
  ['timestamp_tz', 'timestamptz'],
])

/** Whether values of the type can only be created by functions in a statement, so that records cannot set them. */
export function isComputedType(dbType: string): boolean {
  return /^(?:VARIANT|OBJECT|ARRAY|GEOGRAPHY|GEOMETRY|VECTOR|MAP)\b/i.test(dbType)
}
