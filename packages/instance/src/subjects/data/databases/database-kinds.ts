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
      make(serviceParts) {
        if (!engine.isFileBased) return createDatabaseService(engine, serviceParts)
        const database = databaseFile(serviceParts.host.parts.config.dataFolder, String(serviceParts.config.database))
        return createDatabaseService(engine, serviceParts, { ...serviceParts.config, database })
      },
    }),
  )
}

/** Service types for databases that this instance supports itself. */
export const databaseKinds: readonly ServiceKind[] = engines.flatMap(kindsOn)

/** For databases with native drivers, which the program cannot include. */
const nativeDriver = (label: string) =>
  `The drivers for ${label} have native parts, which this program does not include; a connector can add one.`
const noDriver = (label: string) => `This instance has no driver for ${label}; a connector can add one.`

const withArticle = (label: string) => (/^[AEIO]/.test(label) ? `an ${label}` : `a ${label}`)

function database(name: string, label: string, unavailable = noDriver(label)): ServiceKind {
  const description = `Reads and writes the tables of ${withArticle(label)} database.`
  return serviceKind({ name, label, group: 'Database', description, tier: 'SILVER', config: null, unavailable })
}

function warehouse(name: string, label: string): ServiceKind {
  const description = `Reads the tables of ${withArticle(label)} warehouse.`
  return serviceKind({
    name,
    label,
    group: 'Big Data',
    description,
    tier: 'GOLD',
    config: null,
    unavailable: noDriver(label),
  })
}

/** Service types for databases that no engine of this instance supports. */
export const furtherDatabaseKinds: readonly ServiceKind[] = [
  {
    ...database('firebird', 'Firebird'),
    tier: null,
    unavailable:
      'The driver for Firebird has its own licence: the connector @millwright/connector-firebird includes it.',
  },
  database('ibmdb2', 'IBM DB2', nativeDriver('IBM DB2')),
  database('informix', 'IBM Informix', nativeDriver('IBM Informix')),
  database(
    'oracle',
    'Oracle',
    'The driver for Oracle is not part of this program: the connector @millwright/connector-oracle includes it.',
  ),
  database('sqlanywhere', 'SAP SQL Anywhere', nativeDriver('SAP SQL Anywhere')),
  warehouse('apache_hive', 'Apache Hive'),
]
