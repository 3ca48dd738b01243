import type { RawColumn, RawForeignKey, RawKey } from './catalog.ts'
import type { Dialect } from './engine.ts'
import type { ColumnDefinition, CreateTable, PlannedStatement, SchemaChange, TableKeys } from './schema-change.ts'

/** Keys in the words that engines with named constraints share. */
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

/** `CREATE TABLE` of these columns and the constraints that stand in it. */
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

/** Of a column that is added, whether it alone is the new primary key, which its definition then says itself. */
export function isNewKey(column: ColumnDefinition, { primaryKey }: TableKeys): boolean {
  return primaryKey.length === 1 && primaryKey[0] === column.name
}

export function statement(sql: string, loses: string | null = null): PlannedStatement {
  return { sql, loses, isCheck: false }
}

/** ` COLLATE …` of a column that stays a text, or nothing: a changed type has the database's own collation unless it is said again. */
export function collate({ attributes }: Pick<RawColumn, 'attributes'>, type: string): string {
  const collation = attributes?.collation ?? null
  const isText = /char|text|^(enum|set)\b/i.test(type) && !/character set/i.test(type)
  return collation === null || !isText ? '' : ` COLLATE ${collation}`
}
