import { Problem } from '@millwright/contract/problem'
import type { Connection, ConnectionOptions } from 'mysql2'
import {
  flagSetting,
  groupSetting,
  numberSetting,
  type Settings,
  schemaSetting,
  sessionSettings,
  textSetting,
  textsSetting,
} from '../../platform/config-values.ts'
import { connectTimeout, unavailable } from '../problems.ts'
import type { ServerLimits } from '../server-database.ts'
import type { BoundValue } from '../statement.ts'
import { MysqlConnection } from './mysql-connection.ts'
import { mysqlProblem } from './mysql-problem.ts'

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
  // The driver fails in many ways over what is no greeting of a server.
  if (problem instanceof RangeError) return unavailable(where, 'the server there is not MySQL.', problem)
  return problem instanceof Problem && problem.status < 500
    ? unavailable(where, `it refuses the settings of the service. ${problem.message}`)
    : problem
}

/** What the configuration of a service on MySQL or MariaDB comes to (docs/wire/databases.md). */
export interface MysqlSettings {
  readonly host: string
  readonly port: number
  readonly socket: string | null
  readonly database: string
  readonly username: string
  readonly password: string
  /** Host and port or the socket, for refusals. */
  readonly where: string
  readonly encrypted: { readonly ca: string | null; readonly verified: boolean } | null
  readonly collation: string | null
  readonly timezone: string | null
  /** Null: those of the server. */
  readonly modes: string | null
  readonly session: readonly (readonly [string, string])[]
  readonly statements: readonly string[]
  /** Null: all schemas that the user can see. */
  readonly schema: string | null
}

export function mysqlSettings(settings: Settings): MysqlSettings {
  const options = groupSetting(settings, 'options')
  const host = textSetting(settings, 'host') ?? '127.0.0.1'
  const port = numberSetting(settings, 'port') ?? 3306
  const socket = textSetting(settings, 'unix_socket')
  const database = textSetting(settings, 'database') ?? ''
  return {
    host,
    port,
    socket,
    database,
    username: textSetting(settings, 'username') ?? '',
    password: textSetting(settings, 'password') ?? '',
    where: socket === null ? `on ${host}:${port}` : `at ${socket}`,
    encrypted: encryption(options),
    collation: collation(textSetting(settings, 'collation')),
    timezone: timezone(textSetting(settings, 'timezone')),
    modes: modes(textSetting(settings, 'modes'), flagSetting(settings, 'strict', false)),
    session: sessionSettings(settings),
    statements: textsSetting(settings, 'statements'),
    schema: schemaSetting(settings, database),
  }
}

const strictModes =
  'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'

function modes(given: string | null, strict: boolean): string | null {
  const names = given?.split(',').map((name) => name.trim()) ?? null
  if (names === null) return strict ? strictModes : null
  return [...names, ...(strict ? ['STRICT_TRANS_TABLES'] : [])].filter((name) => name !== '').join(',')
}

/** Texts travel as utf8mb4, whatever the tables have; a collation of the older, narrower utf8 becomes its counterpart. */
function collation(given: string | null): string | null {
  const wide = given?.trim().replace(/^utf8(?:mb3)?_/i, 'utf8mb4_') ?? null
  return wide !== null && /^utf8mb4_/i.test(wide) ? wide : null
}

/** Servers know names of zones only when their tables were filled; this one they always know. */
function timezone(given: string | null): string | null {
  return given !== null && /^(?:utc|gmt|z)$/i.test(given.trim()) ? '+00:00' : given
}

function encryption(options: Settings): MysqlSettings['encrypted'] {
  const ca = textSetting(options, 'ssl_ca')
  if (ca !== null) return { ca, verified: true }
  return flagSetting(options, 'ssl', false) ? { ca: null, verified: flagSetting(options, 'ssl_verify', false) } : null
}
