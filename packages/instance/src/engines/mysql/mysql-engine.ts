import type { Engine } from '../engine.ts'
import { ServerDatabase } from '../server-database.ts'
import { serverLimits } from '../server-limits.ts'
import { mysqlConnector } from './mysql-connect.ts'
import { mysqlDialect } from './mysql-dialect.ts'
import { mysqlFunctions } from './mysql-functions.ts'
import { introspectMysql } from './mysql-introspection.ts'
import { mysqlSchema } from './mysql-plan.ts'
import { mysqlRoutines } from './mysql-routines.ts'
import { mysqlSettings } from './mysql-settings.ts'

/** MySQL and MariaDB. */
export const mysqlEngine: Engine = {
  name: 'mysql',
  dialect: mysqlDialect,
  open(config) {
    const settings = mysqlSettings(config)
    const limits = serverLimits(config)
    return new ServerDatabase({
      connect: mysqlConnector(settings, limits),
      limits,
      where: settings.where,
      introspect: (session, only) => introspectMysql(session, settings, only),
      transactionalSchema: false,
    })
  },
  schema: mysqlSchema,
  functions: mysqlFunctions,
  routines: mysqlRoutines,
}
