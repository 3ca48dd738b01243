import { Problem } from '@millwright/contract/problem'
import type { Connection, ConnectionOptions } from 'mysql2'
import { connectTimeout } from '../line-problem.ts'
import type { ServerLimits } from '../server-limits.ts'
import type { BoundValue } from '../statement.ts'
import { unavailable } from '../unavailable.ts'
import { MysqlConnection } from './mysql-connection.ts'
import { mysqlProblem } from './mysql-problem.ts'
import type { MysqlSettings } from './mysql-settings.ts'

/** Beyond the server's own bound for a statement, after which a line counts as dead. */
const grace = 5000
const mostStatements = 200

/** Makes connections that have their session set up as the service says; each failure is a 503 that names host and port. */
export function mysqlConnector(settings: MysqlSettings, limits: ServerLimits): () => Promise<MysqlConnection> {
  const { where } = settings
  return async () => {
    const { createConnection, TypedParameter } = (await import('mysql2')).default
    const driver = createConnection(connectionOptions(settings, limits))
    // The wrapper listens once it is there; an error event without a listener would end the process.
    driver.on('error', () => {})
    const connection = new MysqlConnection(driver, {
      where,
      integer: TypedParameter.LONGLONG,
      patience: limits.statementTimeout + grace,
    })
    try {
      await connected(driver)
      await setUp(connection, settings, limits)
      return connection
    } catch (error) {
      driver.destroy()
      throw connectProblem(error, where)
    }
  }
}

function connectionOptions(settings: MysqlSettings, limits: ServerLimits): ConnectionOptions {
  const { host, port, socket, database, username, password, encrypted } = settings
  return {
    ...(socket === null ? { host, port } : { socketPath: socket }),
    database,
    user: username,
    password,
    charset: 'UTF8MB4_UNICODE_CI',
    connectTimeout: limits.connectTimeout,
    enableKeepAlive: true,
    keepAliveInitialDelay: 10_000,
    supportBigNumbers: true,
    dateStrings: true,
    jsonStrings: true,
    maxPreparedStatements: mostStatements,
    flags: ['-LOCAL_FILES'],
    ...(encrypted === null
      ? {}
      : { ssl: { rejectUnauthorized: encrypted.verified, ...(encrypted.ca === null ? {} : { ca: encrypted.ca }) } }),
  }
}

function connected(driver: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    driver.connect((error) => (error === null || error === undefined ? resolve() : reject(error)))
  })
}

async function setUp(connection: MysqlConnection, settings: MysqlSettings, limits: ServerLimits): Promise<void> {
  const run = (sql: string, ...values: BoundValue[]) => connection.run({ sql, values })
  const { modes, timezone, collation, session, statements } = settings
  if (modes !== null) await run('SET SESSION sql_mode = ?', modes)
  // Texts in our statements count on backslashes.
  await run("SET SESSION sql_mode = REPLACE(@@SESSION.sql_mode, 'NO_BACKSLASH_ESCAPES', '')")
  if (collation !== null) await run('SET SESSION collation_connection = ?', collation)
  if (timezone !== null) await run('SET SESSION time_zone = ?', timezone)
  for (const [name, value] of session) {
    await run(`SET SESSION \`${name}\` = ?`, /^-?\d+$/.test(value) ? Number(value) : value)
  }
  const { rows } = await run('SELECT VERSION() AS version')
  if (/mariadb/i.test(String(rows[0]?.version))) {
    await run('SET SESSION max_statement_time = ?', limits.statementTimeout / 1000)
  } else {
    await run('SET SESSION max_execution_time = ?', Math.round(limits.statementTimeout))
  }
  for (const sql of statements) await run(sql)
}

/** Whatever stands in the way of a connection is no fault of the caller. */
function connectProblem(error: unknown, where: string): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT') return connectTimeout(where)
  const problem = mysqlProblem(error, where)
  return problem instanceof Problem && problem.status < 500
    ? unavailable(where, `it refuses the settings of the service. ${problem.message}`)
    : problem
}
