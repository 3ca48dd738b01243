import {
  flagSetting,
  numberSetting,
  type Settings,
  schemaSetting,
  textSetting,
  textsSetting,
} from '@millwright/connector/config-values'
import type { ServerLimits } from '@millwright/connector/engine/database-settings'
import { connectTimeout, databaseUnavailable } from '@millwright/connector/engine/problems'
import { Problem } from '@millwright/contract/problem'
import type { Connection, ConnectionConfiguration } from 'tedious'
import { SqlServerConnection } from './sqlserver-connection.ts'
import { defaultSchema } from './sqlserver-dialect.ts'
import { sqlServerProblem } from './sqlserver-problem.ts'

/** Opens connections. Every failure is a 503 with host and port. */
export function sqlServerConnector(
  settings: SqlServerSettings,
  limits: ServerLimits,
): () => Promise<SqlServerConnection> {
  const { where } = settings
  return async () => {
    const { driver } = await import('@millwright/connector-sqlserver/driver')
    const line = new driver.Connection(configuration(settings, limits))
    // The wrapper adds its own listener once created; until then, an error event without a listener would crash the process.
    line.on('error', () => {})
    try {
      await connected(line)
      const connection = new SqlServerConnection(line, { where, driver })
      for (const sql of settings.statements) await connection.run({ sql, values: [] })
      return connection
    } catch (error) {
      line.close()
      if (isTimeout(error)) throw connectTimeout(where)
      const problem = sqlServerProblem(error, where)
      throw problem instanceof Problem && problem.status < 500
        ? databaseUnavailable(where, `it refuses the settings of the service. ${problem.message}`)
        : problem
    }
  }
}

function configuration(settings: SqlServerSettings, limits: ServerLimits): ConnectionConfiguration {
  const { host, port, database, username, password, readonly, encrypt, trustServerCertificate } = settings
  return {
    server: host,
    authentication: { type: 'default', options: { userName: username, password } },
    options: {
      port,
      database,
      encrypt,
      trustServerCertificate,
      readOnlyIntent: readonly,
      appName: settings.applicationName,
      connectTimeout: limits.connectTimeout,
      requestTimeout: limits.statementTimeout,
      useUTC: true,
      enableQuotedIdentifier: true,
      maxRetriesOnTransientErrors: 0,
    },
  }
}

function connected(line: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    line.connect((error) => (error === undefined || error === null ? resolve() : reject(error)))
  })
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEOUT'
}

/** The parsed configuration of a SQL Server service (docs/wire/databases.md). */
export interface SqlServerSettings {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly username: string
  readonly password: string
  /** Host and port, for error messages. */
  readonly where: string
  readonly readonly: boolean
  readonly encrypt: boolean
  readonly trustServerCertificate: boolean
  readonly applicationName: string
  readonly statements: readonly string[]
  /** `null` for all schemas that the user can see. */
  readonly schema: string | null
  /** Whether connections are reused. */
  readonly pooling: boolean
}

export function sqlServerSettings(settings: Settings): SqlServerSettings {
  const host = textSetting(settings, 'host') ?? '127.0.0.1'
  const port = numberSetting(settings, 'port') ?? 1433
  return {
    host,
    port,
    database: textSetting(settings, 'database') ?? '',
    username: textSetting(settings, 'username') ?? '',
    password: textSetting(settings, 'password') ?? '',
    where: `on ${host}:${port}`,
    readonly: flagSetting(settings, 'readonly', false),
    encrypt: flagSetting(settings, 'encrypt', false),
    trustServerCertificate: flagSetting(settings, 'trust_server_certificate', true),
    applicationName: textSetting(settings, 'appname') ?? 'millwright',
    statements: textsSetting(settings, 'statements'),
    schema: schemaSetting(settings, defaultSchema),
    pooling: flagSetting(settings, 'pooling', true),
  }
}
