import { EventEmitter } from 'node:events'
import { Kysely } from 'kysely'
import type { ClientConfig } from 'pg'
import type { Session } from '../engines/engine.ts'
import { newClient, type PostgresConnecting, postgresConnections } from '../engines/postgres/postgres-connect.ts'
import type { PostgresConnection } from '../engines/postgres/postgres-connection.ts'
import { postgresEngine } from '../engines/postgres/postgres-engine.ts'
import { introspectPostgres } from '../engines/postgres/postgres-introspection.ts'
import { isLostTransaction, postgresOutage } from '../engines/postgres/postgres-problem.ts'
import { LostTransaction } from '../engines/problems.ts'
import { ServerDatabase } from '../engines/server-database.ts'
import type { BoundValue } from '../engines/statement.ts'
import { addressesOf, atWhicheverCan } from '../platform/connections/several-hosts.ts'
import { messageOf } from '../platform/message-of.ts'
import { changesChannel } from './changes.ts'
import { storeProblem } from './database-unavailable.ts'
import { kyselyDialects, type LentConnection } from './kysely-dialect.ts'
import { postgresLine } from './postgres-line.ts'
import { redisLine } from './redis-line.ts'
import { type ChangesLinks, sharedChanges } from './shared-changes.ts'
import type { Statements, Store } from './store.ts'
import type { Tables } from './tables.ts'

const defaultPoolSize = 10
const connectPatience = 5000
/** Milliseconds after which a connection that nobody uses is ended. */
const idle = 10_000
/** Beyond the server's own bound for a statement, after which a connection counts as dead. */
const grace = 2000
const notifySql = 'select pg_notify($1, $2)'

/** Bounds of the store; times in milliseconds. */
export interface PostgresLimits {
  /** How long one statement may take; null: as long as it takes. */
  readonly statement: number | null
}

export interface PostgresOptions {
  readonly limits?: PostgresLimits | undefined
  /** The same database where sessions are kept; null: `address` keeps them. */
  readonly listenAt?: string | null
  /** The Redis by which nodes tell each other of changes; null: LISTEN and NOTIFY. */
  readonly changesRedis?: string | null
}

type StoreDatabase = ServerDatabase<PostgresConnection>

/**
 * The store in a PostgreSQL database. The address may list several hosts, of which the primary is taken. Besides what PostgreSQL knows, the address may say `pool_size=20` and, for a
 * pooler in front that does not keep sessions, `prepare=false`, which `listenAt` implies (docs/operate/nodes.md).
 * @throws when the database cannot be reached
 */
export async function openPostgres(
  address: string,
  { limits = { statement: null }, listenAt = null, changesRedis = null }: PostgresOptions = {},
): Promise<Store> {
  const { connectionStrings, poolSize, prepares } = readAddress(address, listenAt === null)
  const database = openDatabase(connectionStrings.map(clientFor), poolSize, prepares, limits)
  const migrations = new EventEmitter<{ migrated: [] }>()
  const listening = listenAt === null ? connectionStrings : readAddress(listenAt, true).connectionStrings
  const redis = changesRedis === null ? null : redisLine(changesRedis, `${changesChannel}:${await nameOf(database)}`)
  const changes = sharedChanges({
    migrated() {
      database.forgetStatements()
      migrations.emit('migrated')
    },
    ...(redis === null ? linksByListen(database, listening.map(clientFor)) : { ...redis, sendIn: null }),
  })
  if (redis === null) await orUnreachable(database, changes.listen())
  else await changes.listenAnyway()

  const db = new Kysely<Tables>({ dialect: kyselyDialects.postgres(() => lentBy(database)) })
  const inTransaction: Store['write'] = (work) => database.transaction((session) => work(statementsOf(session.run)))
  let open = true
  return {
    engine: postgresEngine,
    db,
    statements: statementsOf((statement) => database.run(statement)),
    transaction: (work) => db.transaction().execute(work),
    write: inTransaction,
    writeBriefly: inTransaction,
    changes,
    onMigrated: (listener) => void migrations.on('migrated', listener),
    get load() {
      return database.load
    },
    async close() {
      if (!open) return
      open = false
      await changes.stop()
      await redis?.close()
      await db.destroy()
      await database.close()
    },
  }
}

const clientFor = (connectionString: string): ClientConfig => ({
  connectionString,
  application_name: 'millwright',
  connectionTimeoutMillis: connectPatience,
})

/** A standby takes no LISTEN. */
function linksByListen(database: StoreDatabase, clients: readonly ClientConfig[]): Omit<ChangesLinks, 'migrated'> {
  return {
    open: atWhicheverCan(
      clients.map((client) =>
        postgresLine(() => newClient({ ...client, query_timeout: connectPatience }), changesChannel),
      ),
    ),
    send: async (payload) => {
      await database.run({ sql: notifySql, values: [changesChannel, payload] })
    },
    sendIn: (transaction, payload) => transaction.all(notifySql, [changesChannel, payload]),
  }
}

/** What tells the database from others whose nodes share a Redis. */
async function nameOf(database: StoreDatabase): Promise<string> {
  const sql = "select datname || '-' || oid as name from pg_database where datname = current_database()"
  const { rows } = await orUnreachable(database, Promise.resolve(database.run({ sql, values: [] })))
  return String(rows[0]?.name)
}

/** @throws with a sentence for the operator; the database is closed then */
async function orUnreachable<T>(database: StoreDatabase, reached: Promise<T>): Promise<T> {
  try {
    return await reached
  } catch (error) {
    await database.close()
    throw new Error(
      `The PostgreSQL database cannot be reached: ${messageOf(error)}. Start it, or name another with MILLWRIGHT_DATABASE_URL or --database.`,
    )
  }
}

/** `clients`: for each of the hosts, of which one is the primary. */
function openDatabase(
  clients: readonly ClientConfig[],
  poolSize: number,
  prepares: boolean,
  limits: PostgresLimits,
): StoreDatabase {
  const { statement } = limits
  const connectingTo = (client: ClientConfig): PostgresConnecting => ({
    client: () => (statement === null ? client : { ...client, query_timeout: statement + grace }),
    // The address says it.
    encryption: 'demanded',
    prepares,
    async setUp(connection) {
      if (clients.length > 1) await refuseStandby(connection)
      // Poolers that do not keep sessions would hand these settings on to others.
      if (!prepares) return
      for (const sql of sessionSettings(limits)) await connection.run({ sql, values: [] })
    },
    problem,
    connectProblem: problem,
  })
  return new ServerDatabase({
    connect: atWhicheverCan(clients.map((client) => postgresConnections(connectingTo(client)))),
    limits: { poolSize, streams: 1, acquireTimeout: connectPatience, idleTimeout: idle },
    where: 'of this instance',
    introspect: (session, only) => introspectPostgres(session, null, only),
    transactionalSchema: true,
  })
}

async function refuseStandby(connection: PostgresConnection): Promise<void> {
  const { rows } = await connection.run({ sql: 'select pg_is_in_recovery() as standby', values: [] })
  if (rows[0]?.standby !== true) return
  throw storeProblem({ kind: 'unavailable', reason: 'it is a standby.' }, new Error('The server is a standby'))
}

/** What nobody can help who calls; broken rules of the tables and our own mistakes pass as they are. */
function problem(error: unknown): unknown {
  const outage = postgresOutage(error)
  if (outage !== null) return storeProblem(outage, error)
  return isLostTransaction(error) ? new LostTransaction() : error
}

/** The server gives statements up, and the locks of a node whose machine or network is gone: by itself it would wait for hours. */
function sessionSettings({ statement }: PostgresLimits): string[] {
  const alive = "set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false)"
  const bound = statement === null ? '' : `, set_config('statement_timeout', '${statement}', false)`
  return [`select ${alive}, set_config('tcp_keepalives_count', '3', false)${bound}`]
}

interface Address {
  /** One for each host. */
  readonly connectionStrings: readonly string[]
  readonly poolSize: number
  readonly prepares: boolean
}

function readAddress(address: string, keepsSessions: boolean): Address {
  const urls = addressesOf(address).map((each) => new URL(each))
  const parameter = (name: string) => urls[0]?.searchParams.get(name) ?? null
  const poolSize = Number(parameter('pool_size') ?? defaultPoolSize)
  if (!Number.isInteger(poolSize) || poolSize < 1) throw new Error('pool_size must be a whole number, at least 1')
  const prepares = (parameter('prepare') ?? String(keepsSessions)) === 'true'
  for (const { searchParams } of urls) {
    // Only the primary is of use, whatever the address says.
    for (const name of ['pool_size', 'prepare', 'target_session_attrs']) searchParams.delete(name)
  }
  return { connectionStrings: urls.map(String), poolSize, prepares }
}

/** `run`: of the database, or of one transaction in it. */
function statementsOf(run: Session['run']): Statements {
  return {
    all: async <Row>(sql: string, values: readonly unknown[]) =>
      (await run({ sql, values: values as readonly BoundValue[] })).rows as Row[],
    first: async <Row>(sql: string, values: readonly unknown[]) =>
      (await run({ sql, values: values as readonly BoundValue[] })).rows[0] as Row | undefined,
  }
}

function lentBy(database: StoreDatabase): LentConnection | Promise<LentConnection> {
  const acquired = database.acquire()
  return acquired instanceof Promise ? acquired.then(asLent) : asLent(acquired)

  function asLent(connection: PostgresConnection): LentConnection {
    return {
      run: (statement) => connection.run(statement),
      begin: ({ isolationLevel, accessMode }) =>
        connection.begin([isolationLevel && `ISOLATION LEVEL ${isolationLevel}`, accessMode].filter(Boolean).join(' ')),
      commit: () => connection.commit(),
      rollback: () => connection.rollback(),
      release: () => database.release(connection),
    }
  }
}
