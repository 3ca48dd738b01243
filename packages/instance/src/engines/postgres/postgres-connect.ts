import { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
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
import { databaseUnavailable } from '@millwright/connector/engine/problems'
import { Problem } from '@millwright/contract/problem'
import type { Client, ClientConfig } from 'pg'
import { type CursorWords, PostgresConnection, postgresTypes } from './postgres-connection.ts'
import { postgresProblem } from './postgres-problem.ts'

/** Milliseconds beyond the server's own statement timeout after which a connection counts as dead. */
const grace = 5000

export interface PostgresConnecting {
  /** The driver's configuration. */
  client(encrypted: boolean): ClientConfig
  readonly encryption: 'refused' | 'preferred' | 'demanded'
  /** Whether statements are prepared; not possible with poolers that do not preserve sessions. */
  readonly prepares: boolean
  readonly cursor?: CursorWords
  /** Runs the first statements of a connection. */
  setUp(connection: PostgresConnection): Promise<void>
  /** Converts a failure of a connection, or to connect, to what is thrown. */
  problem(error: unknown): unknown
  connectProblem(error: unknown): unknown
}

/** Opens connections whose rows have the values that every engine returns. */
export function postgresConnections(options: PostgresConnecting): () => Promise<PostgresConnection> {
  const { prepares, problem, cursor } = options
  /** Whether the server has reported that it does not support encryption, if encryption is optional. */
  let plain = options.encryption === 'refused'

  async function connect(encrypted: boolean): Promise<PostgresConnection> {
    const { client, socket } = await newClient({ ...options.client(encrypted), types: postgresTypes })
    try {
      await client.connect()
      const connection = new PostgresConnection(client, {
        socket,
        prepares,
        problem,
        ...(cursor === undefined ? {} : { cursor }),
      })
      await options.setUp(connection)
      return connection
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  return async () => {
    // Concurrent connection attempts may change it in the meantime.
    const encrypted = !plain
    try {
      try {
        return await connect(encrypted)
      } catch (error) {
        if (!encrypted || options.encryption !== 'preferred' || !refusesEncryption(error)) throw error
        plain = true
        return await connect(false)
      }
    } catch (error) {
      throw options.connectProblem(error)
    }
  }
}

/** A client that is not connected yet, and its socket. */
export async function newClient(config: ClientConfig): Promise<{ client: Client; socket: Socket }> {
  const pg = (await import('pg')).default
  const socket = new Socket()
  const client = new pg.Client({ ...config, ...reachable, stream: () => socket })
  // The caller adds its own listener later; until then, an error event without a listener would crash the process.
  client.on('error', () => {})
  return { client, socket }
}

/** Detects lost connections while they are idle. */
const reachable: ClientConfig = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Servers that speak the protocol of PostgreSQL, but not all of its SQL. */
export interface ServerForm {
  /** Settings by which values have the formats that the instance reads. */
  readonly formats: readonly (readonly [string, string])[]
  readonly cursor?: CursorWords
}

const postgresForm: ServerForm = {
  formats: [
    ['datestyle', 'ISO, MDY'],
    ['bytea_output', 'hex'],
    ['standard_conforming_strings', 'on'],
    ['extra_float_digits', '3'],
  ],
}

/** Opens connections with the session set up according to the service. Every failure is a 503 with host and port. */
export function postgresConnector(
  settings: PostgresSettings,
  limits: ServerLimits,
  form = postgresForm,
): () => Promise<PostgresConnection> {
  const { where, encryption, prepares } = settings
  return postgresConnections({
    client: (encrypted) => ({ ...clientConfig(settings, limits), ssl: encrypted && settings.tls }),
    encryption,
    prepares,
    ...(form.cursor === undefined ? {} : { cursor: form.cursor }),
    setUp: (connection) => setUp(connection, settings, limits, form),
    problem: (error) => postgresProblem(error, where),
    connectProblem: (error) => connectProblem(error, where),
  })
}

function clientConfig(settings: PostgresSettings, limits: ServerLimits): ClientConfig {
  const { host, port, database, username, password, applicationName } = settings
  return {
    host,
    port,
    database,
    user: username,
    // A function, because the driver would take the process's environment variable instead of an empty password.
    password: () => password,
    application_name: applicationName,
    connectionTimeoutMillis: limits.connectTimeout,
    query_timeout: limits.statementTimeout + grace,
  }
}

/** First the formats that the instance needs for values, then the service's own settings. */
async function setUp(
  connection: PostgresConnection,
  settings: PostgresSettings,
  limits: ServerLimits,
  { formats }: ServerForm,
): Promise<void> {
  const wishes: (readonly [string, string])[] = [
    ...formats,
    ['statement_timeout', String(limits.statementTimeout)],
    ...settings.session,
  ]
  const calls = wishes.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`)
  await connection.run({
    sql: `SELECT ${calls.map((call, index) => `${call} AS c${index}`).join(', ')}`,
    values: wishes.flat(),
  })
  for (const sql of settings.statements) await connection.run({ sql, values: [] })
  await connection.forgetStatements()
}

function refusesEncryption(error: unknown): boolean {
  return error instanceof Error && error.message === 'The server does not support SSL connections'
}

/** A failure to connect is never the caller's fault. */
function connectProblem(error: unknown, where: string): unknown {
  if (refusesEncryption(error)) return databaseUnavailable(where, 'it does not encrypt connections.')
  const problem = postgresProblem(error, where)
  // The driver throws various errors if the peer does not speak the protocol.
  if (problem instanceof Error && !(problem instanceof Problem))
    return databaseUnavailable(where, 'the server there is not PostgreSQL.', problem)
  return problem instanceof Problem && problem.status < 500
    ? databaseUnavailable(where, `it refuses the settings of the service. ${problem.message}`)
    : problem
}

/** The parsed configuration of a PostgreSQL service (docs/wire/databases.md). */
export interface PostgresSettings {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly username: string
  readonly password: string
  readonly applicationName: string
  /** Host and port, for error messages. */
  readonly where: string
  readonly encryption: 'refused' | 'preferred' | 'demanded'
  /** How the certificate is verified if the connection is encrypted. */
  readonly tls: ConnectionOptions
  /** Session settings, by name. */
  readonly session: readonly (readonly [string, string])[]
  /** SQL that runs when a connection is opened. */
  readonly statements: readonly string[]
  /** `null` for all schemas that the user can see. */
  readonly schema: string | null
  readonly prepares: boolean
}

export function postgresSettings(settings: Settings): PostgresSettings {
  const options = groupSetting(settings, 'options')
  const host = textSetting(settings, 'host') ?? '127.0.0.1'
  const port = numberSetting(settings, 'port') ?? 5432
  const mode = textSetting(settings, 'sslmode') ?? 'prefer'
  const timezone = textSetting(settings, 'timezone')
  return {
    host,
    port,
    database: textSetting(settings, 'database') ?? '',
    username: textSetting(settings, 'username') ?? 'postgres',
    password: textSetting(settings, 'password') ?? '',
    applicationName: textSetting(settings, 'application_name') ?? 'millwright',
    where: `on ${host}:${port}`,
    encryption: mode === 'disable' ? 'refused' : mode === 'allow' || mode === 'prefer' ? 'preferred' : 'demanded',
    tls: tlsOptions(mode, textSetting(options, 'ssl_ca')),
    session: [...(timezone === null ? [] : [['timezone', timezone] as const]), ...sessionSettings(settings)],
    statements: textsSetting(settings, 'statements'),
    schema: schemaSetting(settings, 'public'),
    prepares: flagSetting(options, 'prepare', true),
  }
}

/** `verify-ca` verifies the issuer of the certificate, `verify-full` also its host name. */
function tlsOptions(mode: string, ca: string | null): ConnectionOptions {
  const trusted = ca === null ? {} : { ca }
  if (mode === 'verify-full') return { ...trusted, rejectUnauthorized: true }
  if (mode === 'verify-ca') return { ...trusted, rejectUnauthorized: true, checkServerIdentity: () => undefined }
  return { rejectUnauthorized: false }
}
