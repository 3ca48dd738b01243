import { checkFunctionNames } from '@millwright/connector/engine/database-settings'
import type { Engine } from '@millwright/connector/engine/engine'
import { engines } from '../../../engines/engines.ts'
import { type ServiceKind, serviceKind } from '../../../gateway/service-kind.ts'
import { checkDatabaseFile, databaseFile, databasePath } from './database-file.ts'
import { createDatabaseService } from './database-service.ts'

/** Returns the service types for an engine. */
export function kindsOn(engine: Engine): ServiceKind[] {
  return engine.services.map((service) =>
    serviceKind({
      ...service,
      group: 'Database',
      hasTransactions: engine.dialect.transactions,
      ...(engine.isFileBased && { localPath: databasePath }),
      check: (config, by) => ({
        ...checkFunctionNames(config, by),
        ...(engine.isFileBased && checkDatabaseFile(config, by)),
      }),
      make(made) {
        if (!engine.isFileBased) return createDatabaseService(engine, made)
        const database = databaseFile(made.host.parts.config.dataFolder, String(made.config.database))
        return createDatabaseService(engine, made, { ...made.config, database })
      },
    }),
  )
}

/** Service types for databases that this instance supports itself. */
export const databaseKinds: readonly ServiceKind[] = engines.flatMap(kindsOn)
