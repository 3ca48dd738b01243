import type { RawColumn, RawTable } from '../catalog.ts'
import { withoutRenewal } from '../default-sql.ts'
import type { SchemaDialect } from '../engine.ts'
import { createTable, isNewKey, keySql, statement } from '../key-sql.ts'
import { columnLoss, droppedTable, narrowingLoss, type TypeChange, typedLoss } from '../losses.ts'
import type { AlterTable, PlannedStatement } from '../schema-change.ts'
import { changedColumn, mysqlColumn, mysqlFoundType, mysqlSimpleType, mysqlType } from './mysql-column.ts'
import { mysqlDialect } from './mysql-dialect.ts'

const { quote, table: tableSql } = mysqlDialect
const keys = keySql(mysqlDialect)

/** Every change is a single statement, which MySQL runs atomically, because such statements cannot be in a transaction. */
export const mysqlSchema: SchemaDialect = {
  columnType: mysqlType,
  simpleType: mysqlSimpleType,
  columnSimpleType: mysqlFoundType,
  computedDefault(expression, renewed) {
    const bare = withoutRenewal(expression)
    return renewed ? `${bare} ON UPDATE ${bare}` : expression
  },
  allowsForwardReferences: false,
  plan(change, before) {
    if (change.kind === 'drop') return [droppedTable(change, mysqlDialect)]
    if (change.kind === 'alter') return before === null ? [] : [alter(change, before)]
    return [createTable({ dialect: mysqlDialect, columnSql: mysqlColumn }, change, change.keys.indexes.map(index))]
  },
}

function alter(change: AlterTable, before: RawTable): PlannedStatement {
  const newKey = (column: AlterTable['add'][number]) => isNewKey(column, change.keys)
  const rawOf = ({ name }: Pick<RawColumn, 'name'>) => before.columns.find((column) => column.name === name) ?? {}
  const clauses = [
    ...change.dropKeys.map((name) =>
      before.foreignKeys.some((key) => key.name === name)
        ? `DROP FOREIGN KEY ${quote(name)}`
        : `DROP INDEX ${quote(name)}`,
    ),
    ...change.drop.map((column) => `DROP COLUMN ${quote(column)}`),
    ...change.add.map((column) => `ADD COLUMN ${mysqlColumn(column, newKey(column))}`),
    ...change.change.map((column) => `MODIFY COLUMN ${changedColumn(column, rawOf(column))}`),
    ...(change.keys.primaryKey.length > 0 && !change.add.some(newKey)
      ? [`ADD ${keys.primary(change.keys.primaryKey)}`]
      : []),
    ...change.keys.uniques.map((key) => `ADD ${keys.unique(key)}`),
    ...change.keys.indexes.map((key) => `ADD ${index(key)}`),
    ...change.keys.foreignKeys.map((key) => `ADD ${keys.foreign(key)}`),
  ]
  const losses = [columnLoss(change.drop), narrowingLoss(mysqlSimpleType, before, change.change, lossOf)].filter(
    (loss) => loss !== null,
  )
  const sql = `ALTER TABLE ${tableSql(change.table)}\n  ${clauses.join(',\n  ')}`
  return statement(sql, losses.length === 0 ? null : losses.join(' '))
}

function index({ name, columns }: RawTable['indexes'][number]): string {
  return `INDEX ${quote(name)} (${columns.map(quote).join(', ')})`
}

function lossOf(change: TypeChange): string | null {
  const { from, to, raw, column } = change
  const name = `'${raw.name}'`
  if (from !== 'text') return typedLoss(change)
  if (to !== 'text') return `Values in ${name} that do not fit the new type may be changed or lost.`
  const shorter = raw.length !== null && column.length !== null && column.length < raw.length
  return shorter ? `Texts in ${name} that are too long may be cut, unless the database is in strict mode.` : null
}
