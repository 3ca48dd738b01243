import type { RawKey, RawTable } from '@millwright/connector/engine/catalog'
import { commonSimpleType } from '@millwright/connector/engine/column-type'
import { withoutRenewal } from '@millwright/connector/engine/default-sql'
import type { SchemaDialect } from '@millwright/connector/engine/engine'
import { droppedTable } from '@millwright/connector/engine/losses'
import type {
  AlterTable,
  ColumnDefinition,
  CreateTable,
  PlannedStatement,
  TableKeys,
} from '@millwright/connector/engine/schema-change'
import { columnSql, foreignKeySql, sqliteType } from './sqlite-column.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { rebuilt } from './sqlite-rebuild.ts'
import { sqliteSimpleType } from './sqlite-types.ts'

const { quote } = sqliteDialect

export const sqliteSchema: SchemaDialect = {
  columnType: sqliteType,
  simpleType: sqliteSimpleType,
  // SQLite accepts every word as a type.
  isType: (word) =>
    commonSimpleType({ dbType: word, length: null, precision: null }) !== 'string' || /char|json|int|any/.test(word),
  computedDefault: withoutRenewal,
  allowsForwardReferences: true,
  checks: sqliteChecks,
  plan(change, before) {
    if (change.kind === 'create') return create(change)
    if (change.kind === 'drop') return [droppedTable(change, sqliteDialect)]
    return before === null ? [] : alter(change, before)
  },
}

function create({ table, columns, keys }: CreateTable): PlannedStatement[] {
  const [single] = keys.primaryKey.length === 1 ? keys.primaryKey : []
  const items = columns.map((column) =>
    columnSql(column, {
      isKey: column.name === single,
      references: keys.foreignKeys.find((key) => isOf(key, column)),
    }),
  )
  if (keys.primaryKey.length > 1) items.push(`PRIMARY KEY (${keys.primaryKey.map(quote).join(', ')})`)
  items.push(...keys.foreignKeys.filter(({ columns: own }) => own.length > 1).map(foreignKeySql))
  return [statement(`CREATE TABLE ${quote(table.name)} (\n  ${items.join(',\n  ')}\n)`), ...indexes(table.name, keys)]
}

function alter(change: AlterTable, before: RawTable): readonly PlannedStatement[] {
  const name = change.table.name
  const explicit = new Set(before.source?.attached.filter(({ kind }) => kind === 'index').map((each) => each.name))
  const inPlace =
    change.change.length === 0 &&
    change.drop.length === 0 &&
    change.keys.primaryKey.length === 0 &&
    change.dropKeys.every((key) => explicit.has(key)) &&
    change.keys.foreignKeys.every((key) => change.add.some((column) => isOf(key, column))) &&
    change.add.every(canBeAdded)
  if (!inPlace) return [...rebuilt(change, before), ...indexes(name, change.keys)]
  return [
    ...change.dropKeys.map((key) => statement(`DROP INDEX ${quote(key)}`)),
    ...change.add.map((column) => {
      const references = change.keys.foreignKeys.find((key) => isOf(key, column))
      return statement(`ALTER TABLE ${quote(name)} ADD COLUMN ${columnSql(column, { isKey: false, references })}`)
    }),
    ...indexes(name, change.keys),
  ]
}

/** Whether a key is of this column alone. */
const isOf = ({ columns }: RawKey, { name }: ColumnDefinition) => columns.length === 1 && columns[0] === name

/** `ADD COLUMN` supports neither expressions as defaults nor NOT NULL without a default. Custom definitions may contain either. */
function canBeAdded(column: ColumnDefinition): boolean {
  if (column.definition !== null || column.autoIncrement) return false
  if (column.default !== null && 'expression' in column.default) return false
  return column.nullable || (column.default !== null && column.default.literal !== null)
}

function indexes(table: string, { uniques, indexes: plain }: TableKeys): PlannedStatement[] {
  const createIndex = (unique: string) => (key: TableKeys['indexes'][number]) =>
    statement(`CREATE ${unique}INDEX ${quote(key.name)} ON ${quote(table)} (${key.columns.map(quote).join(', ')})`)
  return [...uniques.map(createIndex('UNIQUE ')), ...plain.map(createIndex(''))]
}

function statement(sql: string): PlannedStatement {
  return { sql, loses: null, isCheck: false }
}

/**
 * SQLite validates views and triggers only when they are used. These statements use the ones that may refer to the table, without
 * touching a row; `gone` if the table is dropped. Views that are already broken, and so have no columns, are not checked.
 */
function sqliteChecks(table: string, gone: boolean, all: Iterable<RawTable>): PlannedStatement[] {
  const checks: PlannedStatement[] = []
  for (const each of all) {
    if (gone && each.name === table) continue
    if (each.isView && each.columns.length > 0) checks.push(check(`SELECT 1 FROM ${quote(each.name)} LIMIT 0`))
    const triggers = each.source?.attached.filter(({ kind, sql }) => kind === 'trigger' && names(sql, table)) ?? []
    if (triggers.length === 0 || each.isView) continue
    const columns = each.columns.filter(({ generated }) => !generated).map(({ name }) => quote(name))
    checks.push(
      check(`EXPLAIN DELETE FROM ${quote(each.name)}`),
      check(`EXPLAIN INSERT INTO ${quote(each.name)} DEFAULT VALUES`),
    )
    if (columns.length > 0)
      checks.push(
        check(`EXPLAIN UPDATE ${quote(each.name)} SET ${columns.map((column) => `${column} = ${column}`).join(', ')}`),
      )
  }
  return checks
}

function names(sql: string, table: string): boolean {
  return sql.toLowerCase().includes(table.toLowerCase())
}

function check(sql: string): PlannedStatement {
  return { sql, loses: null, isCheck: true }
}
