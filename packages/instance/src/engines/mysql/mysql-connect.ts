import {
  flagSetting,
  groupSetting,
  numberSetting,
  type Settings,
  schemaSetting,
  sessionSettings,
  textSetting,
  textsSetting,
} from '@millwright/connector/config-values'
import type { ServerLimits } from '@millwright/connector/engine/database-settings'
import { connectTimeout, databaseUnavailable } from '@millwright/connector/engine/problems'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import type { Connection, ConnectionOptions } from 'mysql2'
import { MysqlConnection } from './mysql-connection.ts'
import { mysqlProblem } from './mysql-problem.ts'

/** Milliseconds beyond the server's own statement timeout after which a connection counts as dead. */
const grace = 5000
const maxStatements = 200

/** Opens connections with the session set up according to the service. Every failure is a 503 with host and port. */
export function mysqlConnector(settings: MysqlSettings, limits: ServerLimits): () => Promise<MysqlConnection> {
  const { where } = settings
  return async () => {
    const { createConnection, TypedParameter } = (await import('mysql2')).default
    const driver = createConnection(connectionOptions(settings, limits))
    // The wrapper adds its own listener once created; until then, an error event without a listener would crash the process.
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
    maxPreparedStatements: maxStatements,
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
  // The instance's text literals rely on backslash escapes.
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

/** A failure to connect is never the caller's fault. */
function connectProblem(error: unknown, where: string): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT') return connectTimeout(where)
  const problem = mysqlProblem(error, where)
  // The driver throws various errors if the peer does not send a MySQL greeting.
  if (problem instanceof RangeError) return databaseUnavailable(where, 'the server there is not MySQL.', problem)
  return problem instanceof Problem && problem.status < 500
    ? databaseUnavailable(where, `it refuses the settings of the service. ${problem.message}`)
    : problem
}

/** The parsed configuration of a MySQL or MariaDB service (docs/wire/databases.md). */
export interface MysqlSettings {
  readonly host: string
  readonly port: number
  readonly socket: string | null
  readonly database: string
  readonly username: string
  readonly password: string
  /** Host and port or the socket, for error messages. */
  readonly where: string
  readonly encrypted: { readonly ca: string | null; readonly verified: boolean } | null
  readonly collation: string | null
  readonly timezone: string | null
  /** `null` for those of the server. */
  readonly modes: string | null
  readonly session: readonly (readonly [string, string])[]
  readonly statements: readonly string[]
  /** `null` for all schemas that the user can see. */
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

function modes(modeList: string | null, strict: boolean): string | null {
  const names = modeList?.split(',').map((name) => name.trim()) ?? null
  if (names === null) return strict ? strictModes : null
  return [...names, ...(strict ? ['STRICT_TRANS_TABLES'] : [])].filter((name) => name !== '').join(',')
}

/** Connections use utf8mb4, whatever the tables use; a collation of the older, limited utf8 is replaced by its counterpart. */
function collation(collationName: string | null): string | null {
  const wide = collationName?.trim().replace(/^utf8(?:mb3)?_/i, 'utf8mb4_') ?? null
  return wide !== null && /^utf8mb4_/i.test(wide) ? wide : null
}

/** Named zones need tables that may be empty on the server; this offset always works. */
function timezone(zone: string | null): string | null {
  return zone !== null && /^(?:utc|gmt|z)$/i.test(zone.trim()) ? '+00:00' : zone
}

function encryption(options: Settings): MysqlSettings['encrypted'] {
  const ca = textSetting(options, 'ssl_ca')
  if (ca !== null) return { ca, verified: true }
  return flagSetting(options, 'ssl', false) ? { ca: null, verified: flagSetting(options, 'ssl_verify', false) } : null
}
