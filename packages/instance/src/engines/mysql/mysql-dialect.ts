import type { RawColumn } from '@millwright/connector/engine/catalog'
import { commonSimpleType, withScale, withSize, wordAndSize } from '@millwright/connector/engine/column-type'
import { identifier, standardClock } from '@millwright/connector/engine/common-dialect'
import { defaultClause, isMomentWord, quotedText } from '@millwright/connector/engine/default-sql'
import type { Dialect, OwnType, TypedColumn } from '@millwright/connector/engine/engine'
import { collate } from '@millwright/connector/engine/key-sql'
import type { ColumnDefinition } from '@millwright/connector/engine/schema-change'

/** The dialect of MySQL and MariaDB; the database in the service's settings is the default schema. */
export const mysqlDialect: Dialect = {
  quote,
  table: ({ schema, name }) => (schema === null ? quote(name) : `${quote(schema)}.${quote(name)}`),
  placeholder: () => '?',
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysetFromOffset: 2_000,
  returning: { insert: 'none', update: 'none', delete: 'none' },
  nextNumber: null,
  estimatedRows: ({ schema, name }) => ({
    sql: `SELECT TABLE_ROWS AS count FROM information_schema.TABLES WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?`,
    values: [schema, name],
  }),
  tableFigures: {
    sql: `SELECT NULL AS \`schema\`, TABLE_NAME AS name, TABLE_ROWS AS \`rows\`, DATA_LENGTH + INDEX_LENGTH AS bytes,
      DATE_FORMAT(CONVERT_TZ(UPDATE_TIME, @@session.time_zone, '+00:00'), '%Y-%m-%dT%H:%i:%sZ') AS changed
      FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()`,
    values: [],
  },
  returnsInsertedId: false,
  insertedIdStep: 'SELECT @@auto_increment_increment AS step',
  insertsTogether: true,
  emptyInsert: 'empty list',
  transactions: true,
  failureEndsTransaction: false,
  schemas: { usual: null },
  longestName: { most: 64, unit: 'characters', size: (name) => [...name].length },
  nullsOrder: false,
  // Backslash is the escape character unless a session mode disables it, which connections remove.
  like: (column, placeholder) => `${column} LIKE ${placeholder}`,
  wildcards: /[\\%_]/g,
  isText: (dbType) => /char|text|enum|set/i.test(dbType),
  asText: (expression) => `CAST(${expression} AS CHAR)`,
  incomparable: new Set(),
  unsortable: new Set(),
  // A decimal compared with a text would be converted to a double.
  operand: (placeholder, family) => (family === 'decimal' ? `CAST(${placeholder} AS DECIMAL(65,30))` : placeholder),
  among: null,
  clock: { ...standardClock, UTC_TIMESTAMP: 'UTC_TIMESTAMP()' },
  maxValues: 65_535,
  booleans: false,
  rowLock: { hint: '', clause: ' FOR UPDATE' },
  savepoint: {
    set: (name) => `SAVEPOINT ${quote(name)}`,
    rollback: (name) => `ROLLBACK TO SAVEPOINT ${quote(name)}`,
    release: (name) => `RELEASE SAVEPOINT ${quote(name)}`,
  },
}

function quote(name: string): string {
  return identifier(name, '`', '`')
}

/** MySQL's column types for simple types (docs/wire/schema.md). */
export function mysqlType(column: TypedColumn): string | null {
  const { type, length, precision, scale, fixedLength } = column
  const word = words[type]
  if (word !== undefined) return word
  if (type === 'string') return stringType(column)
  if (type === 'binary') return withSize(fixedLength ? 'binary' : 'varbinary', length ?? 255)
  if (sized.has(type)) return withSize(type, length ?? precision)
  if (type === 'decimal' || type === 'numeric') return withScale(type, precision ?? length, scale)
  return null
}

const words: Readonly<Record<string, string>> = {
  id: 'int(11)',
  bigid: 'bigint(20)',
  mediumid: 'mediumint(9)',
  smallid: 'smallint(6)',
  reference: 'int(11)',
  user_id: 'int(11)',
  user_id_on_create: 'int(11)',
  user_id_on_update: 'int(11)',
  integer: 'integer',
  timestamp: 'timestamp',
  timestamp_on_create: 'timestamp',
  timestamp_on_update: 'timestamp',
  datetime: 'datetime',
  date: 'date',
  time: 'time',
  boolean: 'tinyint(1)',
  text: 'text',
  mediumtext: 'mediumtext',
  longtext: 'longtext',
  float: 'float',
  double: 'double',
  money: 'decimal(19,4)',
  json: 'json',
}

const sized = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'bigint'])

/** `nvarchar` uses a character set that cannot represent all characters. */
function stringType({ length, fixedLength, multibyte }: TypedColumn): string {
  const type = withSize(fixedLength ? 'char' : 'varchar', length ?? 255)
  return multibyte ? `${type} CHARACTER SET utf8mb4` : type
}

const spelling = {
  true: '1',
  false: '0',
  expression: (text: string) => (isMomentWord(text) ? text : `(${text})`),
  // Doubled, a backslash cannot escape the next character, whether or not backslashes escape in this session.
  text: (value: string) => quotedText(value.replaceAll('\\', '\\\\')),
}

/** A column definition for `CREATE TABLE` and `ADD COLUMN`. */
export function mysqlColumn(column: ColumnDefinition, isKey: boolean): string {
  const name = mysqlDialect.quote(column.name)
  if (column.definition !== null) return `${name} ${column.definition}`
  return `${name} ${typeOf(column)}${restOf(column)}${isKey ? ' PRIMARY KEY' : ''}`
}

/**
 * The definition for `MODIFY COLUMN`, which has to repeat the collation of texts and the column's comment so that they are not
 * lost.
 */
export function changedColumn(column: ColumnDefinition, raw: Pick<RawColumn, 'attributes'>): string {
  if (column.definition !== null) return mysqlColumn(column, false)
  const comment = raw.attributes?.comment ?? ''
  const type = typeOf(column)
  const commented = comment === '' ? '' : ` COMMENT ${spelling.text(comment)}`
  return `${mysqlDialect.quote(column.name)} ${type}${collate(raw, type)}${restOf(column)}${commented}`
}

function typeOf(column: ColumnDefinition): string {
  return column.dbType ?? mysqlType(column) ?? column.type
}

function restOf(column: ColumnDefinition): string {
  // Explicit, because MySQL would otherwise make a timestamp set itself.
  const nullable = column.nullable ? ' NULL' : ' NOT NULL'
  const suffix = column.autoIncrement ? ' AUTO_INCREMENT' : defaultClause(column, spelling)
  return `${nullable}${suffix}`
}

/** The simple type of a MySQL type (docs/wire/schema.md). */
export function mysqlSimpleType(column: OwnType): string {
  const { word, size } = wordAndSize(column)
  if (word === 'bit' && size !== null && size > 1) return size < 32 ? 'integer' : 'bigint'
  return commonSimpleType(column)
}

/** Timestamps that the database sets are recognized by their default. */
export function mysqlFoundType(column: RawColumn): string {
  const found = mysqlSimpleType(column)
  const defaultValue = column.default
  if (found !== 'timestamp' || defaultValue === null || !('expression' in defaultValue)) return found
  if (!/^current_timestamp/i.test(defaultValue.expression)) return found
  return / on update /i.test(defaultValue.expression) ? 'timestamp_on_update' : 'timestamp_on_create'
}
