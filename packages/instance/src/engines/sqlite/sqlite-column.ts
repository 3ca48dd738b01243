import type { RawForeignKey } from '@millwright/connector/engine/catalog'
import { withScale, withSize } from '@millwright/connector/engine/column-type'
import { defaultClause, isMomentWord, quotedText } from '@millwright/connector/engine/default-sql'
import type { TypedColumn } from '@millwright/connector/engine/engine'
import type { ColumnDefinition } from '@millwright/connector/engine/schema-change'
import { sqliteDialect } from './sqlite-dialect.ts'
import { type Clause, clausesOf } from './table-text.ts'

const { quote } = sqliteDialect

const spelling = {
  true: '1',
  false: '0',
  expression: (text: string) => (isMomentWord(text) ? text : `(${text})`),
  text: quotedText,
}

interface ColumnKeys {
  /** Whether the column alone is the primary key, declared in its definition. */
  readonly isKey: boolean
  readonly references: RawForeignKey | undefined
}

/** A column definition for `CREATE TABLE` and `ADD COLUMN`. */
export function columnSql(column: ColumnDefinition, { isKey, references }: ColumnKeys): string {
  if (column.definition !== null) return `${quote(column.name)} ${column.definition}`
  const key = isKey ? ` PRIMARY KEY${column.autoIncrement ? ' AUTOINCREMENT' : ''}` : ''
  return `${start(column)}${key}${references === undefined ? '' : ` ${referencesSql(references)}`}`
}

/**
 * Changes a column's definition. Everything in it besides type, NULL and default is preserved, except for clauses that `keep`
 * rejects.
 */
export function changedColumnSql(
  column: ColumnDefinition,
  text: string,
  keep: (clause: Clause) => boolean,
  references: RawForeignKey | undefined,
): string {
  if (column.definition !== null) return `${quote(column.name)} ${column.definition}`
  const kept = clausesOf(text).filter((clause) => !restated.has(clause.word) && keep(clause))
  const added = references === undefined ? [] : [referencesSql(references)]
  return [start(column), ...kept.map((clause) => clause.text), ...added].join(' ')
}

const restated: ReadonlySet<Clause['word']> = new Set(['not', 'null', 'default'])

function start(column: ColumnDefinition): string {
  const type = column.dbType ?? sqliteType(column) ?? column.type
  const nullable = column.nullable ? '' : ' NOT NULL'
  return `${quote(column.name)} ${type}${nullable}${defaultClause(column, spelling)}`
}

/** A foreign key of several columns, after the columns of its table. */
export const foreignKeySql = (key: RawForeignKey): string =>
  `FOREIGN KEY (${key.columns.map(quote).join(', ')}) ${referencesSql(key)}`

function referencesSql({ target, targetColumns, onUpdate, onDelete }: RawForeignKey): string {
  const columns = targetColumns.length === 0 ? '' : ` (${targetColumns.map(quote).join(', ')})`
  const update = onUpdate === null ? '' : ` ON UPDATE ${onUpdate}`
  return `REFERENCES ${quote(target.name)}${columns}${update}${onDelete === null ? '' : ` ON DELETE ${onDelete}`}`
}

/** SQLite's column types for simple types; it stores any type word, and interprets it by what it contains (docs/wire/schema.md). */
export function sqliteType(column: TypedColumn): string | null {
  const { type, length, precision, scale } = column
  const word = words[type]
  if (word !== undefined) return word
  if (type === 'string') return `${stringWord(column)}(${length ?? 255})`
  if (sized.has(type)) return withSize(type, length ?? precision)
  if (type === 'decimal' || type === 'numeric') return withScale(type, precision ?? length, scale)
  return kept.has(type) ? type : null
}

const words: Readonly<Record<string, string>> = {
  id: 'integer',
  bigid: 'integer',
  mediumid: 'integer',
  smallid: 'integer',
  reference: 'integer',
  user_id: 'integer',
  user_id_on_create: 'integer',
  user_id_on_update: 'integer',
  integer: 'integer',
  timestamp: 'timestamp',
  timestamp_on_create: 'timestamp',
  timestamp_on_update: 'timestamp',
  boolean: 'tinyint(1)',
  text: 'text',
  float: 'float',
  double: 'double',
  money: 'decimal(19,4)',
  binary: 'blob',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
}

const sized = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'bigint'])
const kept = new Set(['datetimetz', 'timestamptz', 'timetz', 'json', 'jsonb', 'uuid', 'longtext', 'mediumtext'])

function stringWord({ fixedLength, multibyte }: TypedColumn): string {
  if (multibyte) return fixedLength ? 'nchar' : 'nvarchar'
  return fixedLength ? 'char' : 'varchar'
}
