import type { RawForeignKey, RawTable } from '@millwright/connector/engine/catalog'
import { functionNames } from '@millwright/connector/engine/common-dialect'
import { serverLimits } from '@millwright/connector/engine/database-settings'
import { withoutRenewal } from '@millwright/connector/engine/default-sql'
import type { Engine, SchemaDialect } from '@millwright/connector/engine/engine'
import { createTable, keySql, statement } from '@millwright/connector/engine/key-sql'
import { columnLoss, droppedTable, narrowingLoss } from '@millwright/connector/engine/losses'
import {
  type AlterTable,
  type ColumnDefinition,
  isSameDefault,
  type PlannedStatement,
} from '@millwright/connector/engine/schema-change'
import { Problem } from '@millwright/contract/problem'
import { ServerDatabase } from '../server-database.ts'
import { oracleConnector, oracleWhere } from './oracle-connection.ts'
import {
  oracleColumn,
  oracleDefault,
  oracleDialect,
  oracleSimpleType,
  oracleType,
  oracleTypeOf,
} from './oracle-dialect.ts'
import { oracleValues } from './oracle-driver.ts'
import { introspectOracle } from './oracle-introspection.ts'

const { quote, table: tableSql } = oracleDialect
const keys = keySql(oracleDialect)

/** Schema changes, each of which is committed separately. */
const oracleSchema: SchemaDialect = {
  columnType: oracleType,
  simpleType: oracleSimpleType,
  computedDefault: withoutRenewal,
  allowsForwardReferences: false,
  plan(change, before) {
    if (change.kind === 'drop') return [droppedTable(change, oracleDialect)]
    if (change.kind === 'alter') return before === null ? [] : alter(change, before)
    const indexes = change.keys.indexes.map((key) => keys.index(change.table, key))
    const foreignKeys = change.keys.foreignKeys.map(reference)
    const created = { ...change, keys: { ...change.keys, foreignKeys } }
    return [createTable({ dialect: oracleDialect, columnSql: oracleColumn }, created), ...indexes]
  },
}

function alter(change: AlterTable, before: RawTable): PlannedStatement[] {
  const on = (sql: string, loses: string | null = null) =>
    statement(`ALTER TABLE ${tableSql(change.table)} ${sql}`, loses)
  const isIndex = (name: string) => before.indexes.some((key) => key.name === name)
  return [
    ...change.dropKeys.map((name) =>
      isIndex(name) ? statement(`DROP INDEX ${quote(name)}`) : on(`DROP CONSTRAINT ${quote(name)}`),
    ),
    ...change.drop.map((column) => on(`DROP COLUMN ${quote(column)}`, columnLoss([column]))),
    ...change.add.map((column) => on(`ADD (${oracleColumn(column, false)})`)),
    ...change.change.flatMap((column) => {
      const said = changed(before, column)
      return said === null
        ? []
        : [on(`MODIFY (${quote(column.name)}${said})`, narrowingLoss(oracleSimpleType, before, [column]))]
    }),
    ...(change.keys.primaryKey.length > 0 ? [on(`ADD ${keys.primary(change.keys.primaryKey)}`)] : []),
    ...change.keys.uniques.map((key) => on(`ADD ${keys.unique(key)}`)),
    ...change.keys.foreignKeys.map((key) => on(`ADD ${keys.foreign(reference(key))}`)),
    ...change.keys.indexes.map((key) => keys.index(change.table, key)),
  ]
}

/** The changed parts of a column. Unchanged parts must be omitted, because Oracle rejects making a nullable column nullable. */
function changed(before: RawTable, column: ColumnDefinition): string | null {
  const raw = before.columns.find(({ name }) => name === column.name)
  if (raw === undefined) return null
  if (column.definition !== null) return ` ${column.definition}`
  if (raw.autoIncrement !== column.autoIncrement)
    throw new Problem(400, `Oracle cannot change whether the field '${column.name}' is auto-incremented.`)
  const type = oracleTypeOf(column)
  const defaultText = oracleDefault(column)
  const said = [
    type === raw.dbType ? '' : ` ${type}`,
    isSameDefault(raw.default, column.default) ? '' : defaultText === '' ? ' DEFAULT NULL' : defaultText,
    column.nullable === raw.nullable ? '' : column.nullable ? ' NULL' : ' NOT NULL',
  ].join('')
  return said === '' ? null : said
}

const deleteRules: ReadonlySet<string | null> = new Set([null, 'NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL'])

/** Oracle has no ON UPDATE, and no keyword for the default ON DELETE. */
function reference(key: RawForeignKey): RawForeignKey {
  const { name, onUpdate, onDelete } = key
  if (onUpdate !== null && onUpdate !== 'NO ACTION' && onUpdate !== 'RESTRICT')
    throw new Problem(400, `Oracle has no ON UPDATE '${onUpdate}', which '${name}' asks for.`)
  if (!deleteRules.has(onDelete))
    throw new Problem(400, `Oracle has no ON DELETE '${onDelete}', which '${name}' asks for.`)
  return { ...key, onUpdate: null, onDelete: onDelete === 'NO ACTION' || onDelete === 'RESTRICT' ? null : onDelete }
}

const functions = functionNames(`
  upper lower initcap trim ltrim rtrim replace translate substr instr length lpad rpad concat ascii chr soundex
  abs round trunc ceil floor sign mod power sqrt exp ln log greatest least
  coalesce nvl nvl2 nullif decode cast to_char to_number to_date to_timestamp
  min max sum avg count listagg stddev variance median
  extract add_months months_between last_day next_day sys_guid rawtohex
`)

/** Oracle 12.2 and later; its driver comes with the connector (docs/connectors.md). */
export const oracleEngine: Engine = {
  name: 'oracle',
  services: [],
  isFileBased: false,
  dialect: oracleDialect,
  values: oracleValues,
  open(config) {
    const limits = serverLimits(config)
    return new ServerDatabase({
      connect: oracleConnector(config, limits),
      limits,
      where: oracleWhere(config),
      introspect: introspectOracle,
      transactionalSchema: false,
    })
  },
  schema: oracleSchema,
  functions,
  routines: null,
  store: null,
}
