import { mysqlConfig, pgsqlConfig, sqliteConfig, sqlsrvConfig } from '@millwright/contract/service-config/database'
import { mysqlEngine } from '../../engines/mysql/mysql-engine.ts'
import { postgresEngine } from '../../engines/postgres/postgres-engine.ts'
import { sqliteEngine } from '../../engines/sqlite/sqlite-engine.ts'
import { sqlServerEngine } from '../../engines/sqlserver/sqlserver-engine.ts'
import { type ServiceKind, serviceKind } from '../../gateway/service-kind.ts'
import { checkDatabaseFile, databaseFile } from './database-file.ts'
import { createDatabaseService } from './database-service.ts'
import { checkSqlSettings } from './function-names.ts'

const group = 'Database'

/** The databases that this instance speaks to. */
export const databaseKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'sqlite',
    label: 'SQLite',
    group,
    description: 'Reads and writes the tables of a SQLite database, which is a file on this instance.',
    config: sqliteConfig,
    check: (config, by) => ({ ...checkSqlSettings(config, by), ...checkDatabaseFile(config, by) }),
    make: (made) => {
      const { dataFolder } = made.host.parts.config
      return createDatabaseService(sqliteEngine, made, {
        ...made.config,
        database: databaseFile(dataFolder, String(made.config.database)),
      })
    },
  }),
  serviceKind({
    name: 'pgsql',
    label: 'PostgreSQL',
    group,
    description: 'Reads and writes the tables of a PostgreSQL database.',
    config: pgsqlConfig,
    check: checkSqlSettings,
    make: (made) => createDatabaseService(postgresEngine, made),
  }),
  serviceKind({
    name: 'mysql',
    label: 'MySQL',
    group,
    description: 'Reads and writes the tables of a MySQL database.',
    config: mysqlConfig,
    check: checkSqlSettings,
    make: (made) => createDatabaseService(mysqlEngine, made),
  }),
  serviceKind({
    name: 'mariadb',
    label: 'MariaDB',
    group,
    description: 'Reads and writes the tables of a MariaDB database.',
    config: mysqlConfig,
    check: checkSqlSettings,
    make: (made) => createDatabaseService(mysqlEngine, made),
  }),
  serviceKind({
    name: 'sqlsrv',
    label: 'SQL Server',
    group,
    description: 'Reads and writes the tables of a Microsoft SQL Server database.',
    tier: 'SILVER',
    config: sqlsrvConfig,
    check: checkSqlSettings,
    make: (made) => createDatabaseService(sqlServerEngine, made),
  }),
]
