import type { Engine } from '../engine.ts'
import { ServerDatabase } from '../server-database.ts'
import { serverLimits } from '../server-limits.ts'
import { postgresConnector } from './postgres-connect.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { postgresFunctions } from './postgres-functions.ts'
import { introspectPostgres } from './postgres-introspection.ts'
import { postgresSchema } from './postgres-plan.ts'
import { postgresRoutines } from './postgres-routines.ts'
import { postgresSettings } from './postgres-settings.ts'

/** PostgreSQL over its own protocol. */
export const postgresEngine: Engine = {
  name: 'pgsql',
  dialect: postgresDialect,
  open(config) {
    const settings = postgresSettings(config)
    const limits = serverLimits(config)
    return new ServerDatabase({
      connect: postgresConnector(settings, limits),
      limits,
      where: settings.where,
      introspect: (session, only) => introspectPostgres(session, settings.schema, only),
      transactionalSchema: true,
    })
  },
  schema: postgresSchema,
  functions: postgresFunctions,
  routines: postgresRoutines,
}
