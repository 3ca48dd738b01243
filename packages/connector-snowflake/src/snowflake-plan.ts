import type { RawTable } from '@millwright/connector/engine/catalog'
import { withoutRenewal } from '@millwright/connector/engine/default-sql'
import type { SchemaDialect } from '@millwright/connector/engine/engine'
import { createTable, isNewKey, keySql, statement } from '@millwright/connector/engine/key-sql'
import { columnLoss, droppedTable, narrowingLoss } from '@millwright/connector/engine/losses'
import {
  type AlterTable,
  type ColumnDefinition,
  isSameDefault,
  type PlannedStatement,
} from '@millwright/connector/engine/schema-change'
import { Problem } from '@millwright/contract/problem'
import {
  ownType,
  sequenceOf,
  snowflakeColumn,
  snowflakeDialect,
  snowflakeSimpleType,
  snowflakeType,
} from './snowflake-dialect.ts'

const { quote, table: tableSql } = snowflakeDialect
const keys = keySql(snowflakeDialect)

/** Schema changes, each of which is committed separately. Keys are declared but not enforced, and there are no indexes. */
export const snowflakeSchema: SchemaDialect = {
  columnType: snowflakeType,
  simpleType: snowflakeSimpleType,
  computedDefault: withoutRenewal,
  allowsForwardReferences: false,
  plan(change, before) {
    if (change.kind === 'drop') return [droppedTable(change, snowflakeDialect), ...droppedSequences(before)]
    if (change.keys.indexes.length > 0) throw new Problem(400, 'Tables of Snowflake have no indexes.')
    if (change.kind === 'alter') return before === null ? [] : alter(change, before)
    const { table, columns } = change
    const columnSql = (column: ColumnDefinition, isKey: boolean) =>
      snowflakeColumn(column, isKey, column.autoIncrement ? sequenceSql(table, column.name) : null)
    return [
      ...columns
        .filter(({ autoIncrement }) => autoIncrement)
        .map(({ name }) => statement(`CREATE OR REPLACE SEQUENCE ${sequenceSql(table, name)}`)),
      createTable({ dialect: snowflakeDialect, columnSql }, change),
    ]
  },
}

function sequenceSql(table: AlterTable['table'], column: string): string {
  return tableSql({ ...table, name: sequenceOf(table.name, column) })
}

function droppedSequences(before: RawTable | null): PlannedStatement[] {
  if (before?.rewritesInserts !== true) return []
  return before.columns
    .filter(({ autoIncrement }) => autoIncrement)
    .map(({ name }) => statement(`DROP SEQUENCE IF EXISTS ${sequenceSql(before, name)}`))
}

function alter(change: AlterTable, before: RawTable): PlannedStatement[] {
  const on = (sql: string, loses: string | null = null) =>
    statement(`ALTER TABLE ${tableSql(change.table)} ${sql}`, loses)
  const newKey = change.add.some((column) => isNewKey(column, change.keys))
  return [
    ...change.dropKeys.map((name) => on(`DROP CONSTRAINT ${quote(name)}`)),
    ...change.drop.map((column) => on(`DROP COLUMN ${quote(column)}`, columnLoss([column]))),
    ...change.add.map((column) => {
      if (column.autoIncrement)
        throw new Problem(400, 'Snowflake auto-increments only columns that are created with their table.')
      return on(`ADD COLUMN ${snowflakeColumn(column, isNewKey(column, change.keys), null)}`)
    }),
    ...change.change.flatMap((column) => changed(on, before, column)),
    ...(!newKey && change.keys.primaryKey.length > 0 ? [on(`ADD ${keys.primary(change.keys.primaryKey)}`)] : []),
    ...change.keys.uniques.map((key) => on(`ADD ${keys.unique(key)}`)),
    ...change.keys.foreignKeys.map((key) => on(`ADD ${keys.foreign(key)}`)),
  ]
}

/** Snowflake can change types only within their kind, and only defaults from sequences. */
function changed(
  on: (sql: string, loses?: string | null) => PlannedStatement,
  before: RawTable,
  column: ColumnDefinition,
): PlannedStatement[] {
  const raw = before.columns.find(({ name }) => name === column.name)
  if (raw === undefined) return []
  if (raw.autoIncrement !== column.autoIncrement)
    throw new Problem(400, `Snowflake cannot change whether the field '${column.name}' is auto-incremented.`)
  if (!isSameDefault(raw.default, column.default) && column.default !== null)
    throw new Problem(400, `Snowflake cannot change the default of the field '${column.name}'.`)
  const name = `ALTER COLUMN ${quote(column.name)}`
  const type = column.definition ?? ownType(column)
  return [
    ...(type === raw.dbType
      ? []
      : [on(`${name} SET DATA TYPE ${type}`, narrowingLoss(snowflakeSimpleType, before, [column]))]),
    ...(isSameDefault(raw.default, column.default) ? [] : [on(`${name} DROP DEFAULT`)]),
    ...(column.nullable === raw.nullable ? [] : [on(`${name} ${column.nullable ? 'DROP NOT NULL' : 'SET NOT NULL'}`)]),
  ]
}
