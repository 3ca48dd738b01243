import { commonSimpleType, typeWord, withScale } from '@millwright/connector/engine/column-type'
import { commonValues, identifier, jsonList, standardClock } from '@millwright/connector/engine/common-dialect'
import { defaultClause, defaultSql, quotedText } from '@millwright/connector/engine/default-sql'
import type { Dialect, OwnType, TypedColumn, ValueDialect } from '@millwright/connector/engine/engine'
import type { ColumnDefinition } from '@millwright/connector/engine/schema-change'
import type { DatabaseRow } from '@millwright/connector/engine/statement'

/** The schema whose tables have no prefix on the wire. */
export const defaultSchema = 'dbo'

export const sqlServerDialect: Dialect = {
  quote,
  table: ({ schema, name }) => `${quote(schema ?? defaultSchema)}.${quote(name)}`,
  placeholder: (index) => `@p${index}`,
  page: (limit, offset, ordered) =>
    `${ordered ? '' : 'ORDER BY (SELECT NULL) '}OFFSET ${offset} ROWS FETCH NEXT ${limit} ROWS ONLY`,
  keysetFromOffset: null,
  returning: { insert: 'output', update: 'output', delete: 'output' },
  nextNumber: null,
  returnsInsertedId: false,
  insertedIdStep: null,
  insertsTogether: false,
  emptyInsert: 'default values',
  transactions: true,
  failureEndsTransaction: false,
  schemas: { usual: defaultSchema },
  longestName: { most: 128, unit: 'characters', size: (name) => name.length },
  nullsOrder: false,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE '\\'`,
  wildcards: /[\\%_[]/g,
  isText: (dbType) => /char|text/i.test(dbType),
  asText: (expression) => `CAST(${expression} AS nvarchar(max))`,
  incomparable: new Set(),
  unsortable: new Set(),
  operand: (placeholder) => placeholder,
  among: {
    families: new Set(['integer', 'text']),
    sql: (expression, placeholder, family) =>
      `${expression} IN (SELECT value FROM OPENJSON(${placeholder}) WITH (value ${family === 'integer' ? 'bigint' : 'nvarchar(4000)'} '$'))`,
    list: jsonList,
  },
  clock: {
    ...standardClock,
    CURRENT_DATE: 'CAST(CURRENT_TIMESTAMP AS date)',
    CURRENT_TIME: 'CAST(CURRENT_TIMESTAMP AS time)',
    LOCALTIMESTAMP: 'CURRENT_TIMESTAMP',
    UTC_TIMESTAMP: 'SYSUTCDATETIME()',
  },
  // 2100, of which the statement itself needs two.
  maxValues: 2098,
  booleans: false,
  rowLock: { hint: ' WITH (UPDLOCK, ROWLOCK)', clause: '' },
  savepoint: {
    set: (name) => `SAVE TRANSACTION ${quote(name)}`,
    rollback: (name) => `ROLLBACK TRANSACTION ${quote(name)}`,
    release: () => null,
  },
}

function quote(name: string): string {
  return identifier(name, '[', ']')
}

export const sqlServerValues: ValueDialect = {
  ...commonValues,
  integerRange: (dbType) => (/^tinyint\b/.test(dbType) ? [0n, 255n] : null),
  // Other types count bytes.
  countsCharacters: (dbType) => /^n(?:ational )?(?:var)?char/i.test(dbType),
}

/** SQL Server's column types for simple types (docs/wire/schema.md). */
export function sqlServerType(column: TypedColumn): string | null {
  const { type, length, precision, scale, fixedLength } = column
  const word = words[type]
  if (word !== undefined) return word
  if (type === 'string') return `${stringWord(column)}(${length ?? 255})`
  if (type === 'binary') return fixedLength ? `binary(${length ?? 255})` : `varbinary(${length ?? 'max'})`
  if (type === 'decimal' || type === 'numeric') return withScale(type, precision ?? length, scale)
  return null
}

const words: Readonly<Record<string, string>> = {
  id: 'int',
  bigid: 'bigint',
  mediumid: 'int',
  smallid: 'smallint',
  reference: 'int',
  user_id: 'int',
  user_id_on_create: 'int',
  user_id_on_update: 'int',
  integer: 'int',
  int: 'int',
  tinyint: 'tinyint',
  smallint: 'smallint',
  mediumint: 'int',
  bigint: 'bigint',
  timestamp: 'datetime2',
  timestamp_on_create: 'datetime2',
  timestamp_on_update: 'datetime2',
  datetime: 'datetime2',
  datetimetz: 'datetimeoffset',
  timestamptz: 'datetimeoffset',
  date: 'date',
  time: 'time',
  boolean: 'bit',
  text: 'nvarchar(max)',
  mediumtext: 'nvarchar(max)',
  longtext: 'nvarchar(max)',
  float: 'real',
  double: 'float(53)',
  money: 'money',
  json: 'nvarchar(max)',
  uuid: 'uniqueidentifier',
}

function stringWord({ fixedLength, multibyte }: TypedColumn): string {
  return `${multibyte ? 'n' : ''}${fixedLength ? 'char' : 'varchar'}`
}

const spelling = {
  true: '1',
  false: '0',
  // The keyword takes no parentheses in Transact-SQL.
  expression: (text: string) => text.replace(/^(current_timestamp)\(\d?\)$/i, '$1'),
  text: (value: string) => `N${quotedText(value)}`,
}

export function sqlServerDefault(column: ColumnDefinition): string | null {
  return defaultSql(column, spelling)
}

/** A column definition for `CREATE TABLE` and `ADD`; `quote` quotes its name. */
export function sqlServerColumn(quote: (name: string) => string) {
  return (column: ColumnDefinition, isKey: boolean): string => {
    const name = quote(column.name)
    if (column.definition !== null) return `${name} ${column.definition}`
    const counted = column.autoIncrement ? ' IDENTITY(1,1)' : ''
    const defaultText = column.autoIncrement ? '' : defaultClause(column, spelling)
    const key = isKey ? ' PRIMARY KEY' : ''
    return `${name} ${typeOf(column)}${counted}${column.nullable ? ' NULL' : ' NOT NULL'}${defaultText}${key}`
  }
}

export function typeOf(column: ColumnDefinition): string {
  return column.dbType ?? sqlServerType(column) ?? column.type
}

/** A type with its sizes, as in a definition, from a row of the catalog, which has lengths in bytes, -1 for unlimited. */
export function catalogType({ type, bytes, precision, scale }: DatabaseRow): SqlServerType {
  const base = String(type).toLowerCase()
  if (base === 'decimal' || base === 'numeric') {
    return {
      dbType: `${base}(${precision},${scale})`,
      length: null,
      precision: Number(precision),
      scale: Number(scale),
    }
  }
  if (base === 'time' || base === 'datetime2' || base === 'datetimeoffset') {
    return { dbType: `${base}(${scale})`, length: null, precision: Number(scale), scale: null }
  }
  if (!/^n?(?:var)?char$|^(?:var)?binary$/.test(base))
    return { dbType: base, length: null, precision: null, scale: null }
  const length = base.startsWith('n') ? Number(bytes) / 2 : Number(bytes)
  return length < 0
    ? { dbType: `${base}(max)`, length: null, precision: null, scale: null }
    : { dbType: `${base}(${length})`, length, precision: null, scale: null }
}

interface SqlServerType {
  readonly dbType: string
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
}

/** The simple type of a SQL Server type (docs/wire/schema.md). */
export function sqlServerSimpleType(column: OwnType): string {
  return differentTypes.get(typeWord(column.dbType)) ?? commonSimpleType(column)
}

const differentTypes: ReadonlyMap<string, string> = new Map([
  // A counter that increases with each write of the row, not a timestamp.
  ['timestamp', 'binary'],
  ['rowversion', 'binary'],
  ['image', 'binary'],
  ['uniqueidentifier', 'uuid'],
])
