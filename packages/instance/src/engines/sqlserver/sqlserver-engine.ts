import type { RawTable, TableName } from '@millwright/connector/engine/catalog'
import { functionNames } from '@millwright/connector/engine/common-dialect'
import { serverLimits } from '@millwright/connector/engine/database-settings'
import { quotedText, withoutRenewal } from '@millwright/connector/engine/default-sql'
import type { Dialect, Engine, SchemaDialect } from '@millwright/connector/engine/engine'
import { collate, createTable, isNewKey, keySql, statement } from '@millwright/connector/engine/key-sql'
import { columnLoss, droppedTable, narrowingLoss } from '@millwright/connector/engine/losses'
import {
  type AlterTable,
  type ColumnDefinition,
  isSameDefault,
  type PlannedStatement,
} from '@millwright/connector/engine/schema-change'
import { Problem } from '@millwright/contract/problem'
import { sqlsrvConfig } from '@millwright/contract/service-config/database'
import { ServerDatabase } from '../server-database.ts'
import { sqlServerConnector, sqlServerSettings } from './sqlserver-connect.ts'
import {
  sqlServerColumn,
  sqlServerDefault,
  sqlServerDialect,
  sqlServerSimpleType,
  sqlServerType,
  sqlServerValues,
  typeOf,
} from './sqlserver-dialect.ts'
import { introspectSqlServer } from './sqlserver-introspection.ts'
import { sqlServerRoutines } from './sqlserver-routines.ts'

/** Schema changes in Transact-SQL, which the server can run in a transaction. */
export function sqlServerSchema(dialect: Dialect): SchemaDialect {
  const columnSql = sqlServerColumn(dialect.quote)
  const keys = keySql(dialect)
  return {
    columnType: sqlServerType,
    simpleType: sqlServerSimpleType,
    computedDefault: withoutRenewal,
    allowsForwardReferences: false,
    plan(change, before) {
      if (change.kind === 'drop') return [droppedTable(change, dialect)]
      if (change.kind === 'alter') return before === null ? [] : alter(change, before)
      const indexes = change.keys.indexes.map((key) => keys.index(change.table, key))
      return [createTable({ dialect, columnSql }, change), ...indexes]
    },
  }

  function alter(change: AlterTable, before: RawTable): PlannedStatement[] {
    const on = (sql: string, loses: string | null = null) =>
      statement(`ALTER TABLE ${dialect.table(change.table)} ${sql}`, loses)
    const newKey = change.add.some((column) => isNewKey(column, change.keys))
    return [
      ...change.dropKeys.map((name) => droppedKey(change.table, name, before)),
      ...change.drop.flatMap((column) => [
        droppedDefault(change.table, column),
        on(`DROP COLUMN ${dialect.quote(column)}`, columnLoss([column])),
      ]),
      ...change.add.map((column) => on(`ADD ${columnSql(column, isNewKey(column, change.keys))}`)),
      ...change.change.flatMap((column) => changed(change, before, column)),
      ...(!newKey && change.keys.primaryKey.length > 0 ? [on(`ADD ${keys.primary(change.keys.primaryKey)}`)] : []),
      ...change.keys.uniques.map((key) => on(`ADD ${keys.unique(key)}`)),
      ...change.keys.foreignKeys.map((key) => on(`ADD ${keys.foreign(key)}`)),
      ...change.keys.indexes.map((key) => keys.index(change.table, key)),
    ]
  }

  function changed({ table }: AlterTable, before: RawTable, column: ColumnDefinition): PlannedStatement[] {
    const raw = before.columns.find(({ name }) => name === column.name)
    if (raw === undefined) return []
    if (raw.autoIncrement !== column.autoIncrement) {
      throw new Problem(400, `SQL Server cannot change whether the field '${column.name}' is auto-incremented.`)
    }
    const name = dialect.quote(column.name)
    const defaultText = sqlServerDefault(column)
    const on = (sql: string, loses: string | null = null) =>
      statement(`ALTER TABLE ${dialect.table(table)} ${sql}`, loses)
    const redefault = column.definition === null && !isSameDefault(raw.default, column.default)
    const retyped = column.definition !== null || column.dbType !== raw.dbType || column.nullable !== raw.nullable
    const type =
      column.definition ?? `${typeOf(column)}${collate(raw, typeOf(column))}${column.nullable ? ' NULL' : ' NOT NULL'}`
    return [
      ...(redefault ? [droppedDefault(table, column.name)] : []),
      ...(retyped ? [on(`ALTER COLUMN ${name} ${type}`, narrowingLoss(sqlServerSimpleType, before, [column]))] : []),
      ...(redefault && defaultText !== null ? [on(`ADD DEFAULT ${defaultText} FOR ${name}`)] : []),
    ]
  }

  /** A unique key can be a constraint or an index, which only the server knows. */
  function droppedKey(table: TableName, name: string, before: RawTable): PlannedStatement {
    const target = dialect.table(table)
    const constraint = `ALTER TABLE ${target} DROP CONSTRAINT ${dialect.quote(name)}`
    const index = `DROP INDEX ${dialect.quote(name)} ON ${target}`
    if (before.foreignKeys.some((key) => key.name === name)) return statement(constraint)
    if (before.indexes.some((key) => key.name === name)) return statement(index)
    return statement(`IF OBJECT_ID(${text(dialect.table({ ...table, name }))}) IS NOT NULL ${constraint} ELSE ${index}`)
  }

  /** A default is a constraint with a generated name, which prevents dropping or altering its column. */
  function droppedDefault(table: TableName, column: string): PlannedStatement {
    const target = text(dialect.table(table))
    return statement(
      `DECLARE @drop nvarchar(max) = (SELECT ${text(`ALTER TABLE ${dialect.table(table)} DROP CONSTRAINT `)} + QUOTENAME(d.name)
  FROM sys.default_constraints d JOIN sys.columns c ON c.object_id = d.parent_object_id AND c.column_id = d.parent_column_id
  WHERE d.parent_object_id = OBJECT_ID(${target}) AND c.name = ${text(column)});
IF @drop IS NOT NULL EXEC sp_executesql @drop`,
    )
  }
}

function text(value: string): string {
  return `N${quotedText(value)}`
}

const functions = functionNames(`
  upper lower trim ltrim rtrim replace reverse left right len datalength substring charindex concat concat_ws
  ascii char unicode nchar
  abs round ceiling floor sign power sqrt exp log log10
  coalesce isnull nullif iif min max sum avg count count_big string_agg cast try_cast
  getdate getutcdate sysdatetime sysutcdatetime datepart datename dateadd datediff day month year eomonth datefromparts
  json_value isjson newid
`)

/** SQL Server 2016 and later. */
export const sqlServerEngine: Engine = {
  name: 'sqlsrv',
  services: [
    {
      name: 'sqlsrv',
      // Its test suite needs a real server, against which it has not been run yet.
      label: 'SQL Server (experimental)',
      description: 'Reads and writes the tables of a Microsoft SQL Server database.',
      tier: 'SILVER',
      config: sqlsrvConfig,
    },
  ],
  isFileBased: false,
  dialect: sqlServerDialect,
  values: sqlServerValues,
  open(config) {
    const settings = sqlServerSettings(config)
    const limits = serverLimits(config)
    return new ServerDatabase({
      connect: sqlServerConnector(settings, limits),
      limits: settings.pooling ? limits : { ...limits, idleTimeout: 0 },
      where: settings.where,
      introspect: (session, only) => introspectSqlServer(session, settings.schema, only),
      transactionalSchema: true,
    })
  },
  schema: sqlServerSchema(sqlServerDialect),
  functions,
  routines: sqlServerRoutines,
  store: null,
}
