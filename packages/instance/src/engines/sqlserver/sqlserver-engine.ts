import type { Engine } from '../engine.ts'
import { ServerDatabase } from '../server-database.ts'
import { serverLimits } from '../server-limits.ts'
import { sqlServerConnector } from './sqlserver-connect.ts'
import { sqlServerDialect } from './sqlserver-dialect.ts'
import { sqlServerFunctions } from './sqlserver-functions.ts'
import { introspectSqlServer } from './sqlserver-introspection.ts'
import { sqlServerSchema } from './sqlserver-plan.ts'
import { sqlServerRoutines } from './sqlserver-routines.ts'
import { sqlServerSettings } from './sqlserver-settings.ts'

/** SQL Server from 2016 on. */
export const sqlServerEngine: Engine = {
  name: 'sqlsrv',
  dialect: sqlServerDialect,
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
  functions: sqlServerFunctions,
  routines: sqlServerRoutines,
}
