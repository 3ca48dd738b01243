import type { RawForeignKey } from '../catalog.ts'
import { defaultClause, isMomentWord, quotedText } from '../default-sql.ts'
import type { ColumnDefinition } from '../schema-change.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { sqliteType } from './sqlite-types.ts'
import { type Clause, clausesOf } from './table-items.ts'

const { quote } = sqliteDialect

const spelling = {
  true: '1',
  false: '0',
  expression: (text: string) => (isMomentWord(text) ? text : `(${text})`),
  text: quotedText,
}

interface ColumnKeys {
  /** Whether the column alone is the primary key, said in its definition. */
  readonly isKey: boolean
  readonly references: RawForeignKey | undefined
}

/** A column's definition as it stands in `CREATE TABLE` and `ADD COLUMN`. */
export function columnSql(column: ColumnDefinition, { isKey, references }: ColumnKeys): string {
  if (column.definition !== null) return `${quote(column.name)} ${column.definition}`
  const key = isKey ? ` PRIMARY KEY${column.autoIncrement ? ' AUTOINCREMENT' : ''}` : ''
  return `${start(column)}${key}${references === undefined ? '' : ` ${referencesSql(references)}`}`
}

/** A column's definition changed: what its text says beyond type, NULL and default stays, except for clauses that `keep` lets go. */
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

export function referencesSql({ target, targetColumns, onUpdate, onDelete }: RawForeignKey): string {
  const columns = targetColumns.length === 0 ? '' : ` (${targetColumns.map(quote).join(', ')})`
  const update = onUpdate === null ? '' : ` ON UPDATE ${onUpdate}`
  return `REFERENCES ${quote(target.name)}${columns}${update}${onDelete === null ? '' : ` ON DELETE ${onDelete}`}`
}
