import { Problem } from '@millwright/contract/problem'
import type { Connection, ConnectionConfiguration } from 'tedious'
import { connectTimeout } from '../line-problem.ts'
import type { ServerLimits } from '../server-limits.ts'
import { unavailable } from '../unavailable.ts'
import { SqlServerConnection } from './sqlserver-connection.ts'
import { sqlServerProblem } from './sqlserver-problem.ts'
import type { SqlServerSettings } from './sqlserver-settings.ts'

/** Makes connections; each failure is a 503 that names host and port. */
export function sqlServerConnector(
  settings: SqlServerSettings,
  limits: ServerLimits,
): () => Promise<SqlServerConnection> {
  const { where } = settings
  return async () => {
    const driver = await import('tedious')
    const line = new driver.Connection(configuration(settings, limits))
    // The wrapper listens once it is there; an error event without a listener would end the process.
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
        ? unavailable(where, `it refuses the settings of the service. ${problem.message}`)
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
