import type { RawColumn, RawForeignKey, RawKey } from './catalog.ts'
import type { Dialect } from './engine.ts'
import type { ColumnDefinition, CreateTable, PlannedStatement, SchemaChange, TableKeys } from './schema-change.ts'

/** SQL for keys, shared by engines with named constraints. */
export function keySql({ quote, table }: Pick<Dialect, 'quote' | 'table'>) {
  const list = (columns: readonly string[]) => columns.map((column) => quote(column)).join(', ')
  return {
    primary: (columns: readonly string[]) => `PRIMARY KEY (${list(columns)})`,
    unique: ({ name, columns }: RawKey) => `CONSTRAINT ${quote(name)} UNIQUE (${list(columns)})`,
    index: (on: SchemaChange['table'], { name, columns }: RawKey) =>
      statement(`CREATE INDEX ${quote(name)} ON ${table(on)} (${list(columns)})`),
    foreign: ({ name, columns, target, targetColumns, onUpdate, onDelete }: RawForeignKey) =>
      `CONSTRAINT ${quote(name)} FOREIGN KEY (${list(columns)}) REFERENCES ${table(target)} (${list(targetColumns)})` +
      (onUpdate === null ? '' : ` ON UPDATE ${onUpdate}`) +
      (onDelete === null ? '' : ` ON DELETE ${onDelete}`),
  }
}

/** `CREATE TABLE` with these columns and constraints. */
export function createTable(
  { dialect, columnSql }: Creation,
  { table, columns, keys }: CreateTable,
  further: readonly string[] = [],
): PlannedStatement {
  const { primary, unique, foreign } = keySql(dialect)
  const [single] = keys.primaryKey.length === 1 ? keys.primaryKey : []
  const items = [
    ...columns.map((column) => columnSql(column, column.name === single)),
    ...(keys.primaryKey.length > 1 ? [primary(keys.primaryKey)] : []),
    ...keys.uniques.map(unique),
    ...keys.foreignKeys.map(foreign),
    ...further,
  ]
  return statement(`CREATE TABLE ${dialect.table(table)} (\n  ${items.join(',\n  ')}\n)`)
}

interface Creation {
  readonly dialect: Pick<Dialect, 'quote' | 'table'>
  readonly columnSql: (column: ColumnDefinition, isKey: boolean) => string
}

/** Whether an added column alone is the new primary key, so that its definition declares it. */
export function isNewKey(column: ColumnDefinition, { primaryKey }: TableKeys): boolean {
  return primaryKey.length === 1 && primaryKey[0] === column.name
}

export function statement(sql: string, loses: string | null = null): PlannedStatement {
  return { sql, loses, isCheck: false }
}

/**
 * ` COLLATE …` of a column that remains a text, or the empty text. A changed type would otherwise get the database's default
 * collation.
 */
export function collate({ attributes }: Pick<RawColumn, 'attributes'>, type: string): string {
  const collation = attributes?.collation ?? null
  const isText = /char|text|^(enum|set)\b/i.test(type) && !/character set/i.test(type)
  return collation === null || !isText ? '' : ` COLLATE ${collation}`
}
