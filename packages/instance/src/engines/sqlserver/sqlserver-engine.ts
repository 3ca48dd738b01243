import type { Engine } from '@millwright/connector/engine/engine'
import { functionNames } from '@millwright/connector/engine/names'
import { serverLimits } from '@millwright/connector/engine/server-limits'
import { sqlsrvConfig } from '@millwright/contract/service-config/database'
import { ServerDatabase } from '../server-database.ts'
import { sqlServerConnector, sqlServerSettings } from './sqlserver-connect.ts'
import { sqlServerDialect, sqlServerValues } from './sqlserver-dialect.ts'
import { introspectSqlServer } from './sqlserver-introspection.ts'
import { sqlServerSchema } from './sqlserver-plan.ts'
import { sqlServerRoutines } from './sqlserver-routines.ts'

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
