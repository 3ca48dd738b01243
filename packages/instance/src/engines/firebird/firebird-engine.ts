import type { RawTable } from '@millwright/connector/engine/catalog'
import { functionNames } from '@millwright/connector/engine/common-dialect'
import { serverLimits } from '@millwright/connector/engine/database-settings'
import { withoutRenewal } from '@millwright/connector/engine/default-sql'
import type { Engine, SchemaDialect } from '@millwright/connector/engine/engine'
import { createTable, keySql, statement } from '@millwright/connector/engine/key-sql'
import { columnLoss, droppedTable, narrowingLoss } from '@millwright/connector/engine/losses'
import { type AlterTable, isSameDefault, type PlannedStatement } from '@millwright/connector/engine/schema-change'
import { Problem } from '@millwright/contract/problem'
import { ServerDatabase } from '../server-database.ts'
import { firebirdConnector, firebirdWhere } from './firebird-connection.ts'
import {
  firebirdColumn,
  firebirdDefault,
  firebirdDialect,
  firebirdSimpleType,
  firebirdType,
  firebirdTypeOf,
  firebirdValues,
} from './firebird-dialect.ts'
import { introspectFirebird } from './firebird-introspection.ts'

const { quote, table: tableSql } = firebirdDialect
const keys = keySql(firebirdDialect)

const firebirdSchema: SchemaDialect = {
  columnType: firebirdType,
  simpleType: firebirdSimpleType,
  computedDefault: withoutRenewal,
  allowsForwardReferences: false,
  plan(change, before) {
    if (change.kind === 'drop') return [droppedTable(change, firebirdDialect)]
    if (change.kind === 'alter') return before === null ? [] : alter(change, before)
    const indexes = change.keys.indexes.map((key) => keys.index(change.table, key))
    return [createTable({ dialect: firebirdDialect, columnSql: firebirdColumn }, change), ...indexes]
  },
}

function alter(change: AlterTable, before: RawTable): PlannedStatement[] {
  const on = (sql: string, loses: string | null = null) =>
    statement(`ALTER TABLE ${tableSql(change.table)} ${sql}`, loses)
  return [
    ...change.dropKeys.map((name) =>
      before.indexes.some((key) => key.name === name)
        ? statement(`DROP INDEX ${quote(name)}`)
        : on(`DROP CONSTRAINT ${quote(name)}`),
    ),
    ...change.drop.map((column) => on(`DROP ${quote(column)}`, columnLoss([column]))),
    ...change.add.map((column) => on(`ADD ${firebirdColumn(column, false)}`)),
    ...change.change.flatMap((column) => {
      const raw = before.columns.find(({ name }) => name === column.name)
      if (raw === undefined) return []
      if (column.definition !== null || raw.autoIncrement !== column.autoIncrement)
        throw new Problem(400, `Firebird cannot change the field '${column.name}' to that.`)
      const name = `ALTER ${quote(column.name)}`
      const retyped = firebirdTypeOf(column) !== raw.dbType
      const defaultText = firebirdDefault(column)
      return [
        ...(retyped
          ? [on(`${name} TYPE ${firebirdTypeOf(column)}`, narrowingLoss(firebirdSimpleType, before, [column]))]
          : []),
        ...(isSameDefault(raw.default, column.default)
          ? []
          : [on(`${name} ${defaultText === '' ? 'DROP DEFAULT' : `SET${defaultText}`}`)]),
        ...(column.nullable === raw.nullable ? [] : [on(`${name} ${column.nullable ? 'DROP' : 'SET'} NOT NULL`)]),
      ]
    }),
    ...(change.keys.primaryKey.length > 0 ? [on(`ADD ${keys.primary(change.keys.primaryKey)}`)] : []),
    ...change.keys.uniques.map((key) => on(`ADD ${keys.unique(key)}`)),
    ...change.keys.foreignKeys.map((key) => on(`ADD ${keys.foreign(key)}`)),
    ...change.keys.indexes.map((key) => keys.index(change.table, key)),
  ]
}

const functions = functionNames(`
  upper lower trim replace reverse left right char_length substring position lpad rpad
  abs round ceil floor sign power sqrt exp ln log10 mod
  coalesce nullif iif maxvalue minvalue min max sum avg count list cast
  extract dateadd datediff gen_uuid uuid_to_char
`)

/** Firebird 3.0 and later; its driver comes with the connector (docs/connectors.md). */
export const firebirdEngine: Engine = {
  name: 'firebird',
  services: [],
  isFileBased: false,
  dialect: firebirdDialect,
  values: firebirdValues,
  open(config) {
    const limits = serverLimits(config)
    return new ServerDatabase({
      connect: firebirdConnector(config, limits),
      limits,
      where: firebirdWhere(config),
      introspect: introspectFirebird,
      transactionalSchema: true,
    })
  },
  schema: firebirdSchema,
  functions,
  routines: null,
  store: null,
}
