import { EventEmitter } from 'node:events'
import type { Session } from '@millwright/connector/engine/engine'
import { LostTransaction } from '@millwright/connector/engine/problems'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { messageOf } from '@millwright/connector/error-words'
import { Kysely } from 'kysely'
import type { ClientConfig } from 'pg'
import { retryLost } from '../engines/contention.ts'
import { newClient, type PostgresConnecting, postgresConnections } from '../engines/postgres/postgres-connect.ts'
import type { PostgresConnection } from '../engines/postgres/postgres-connection.ts'
import { postgresEngine } from '../engines/postgres/postgres-engine.ts'
import { introspectPostgres } from '../engines/postgres/postgres-introspection.ts'
import { isLostTransaction, postgresOutage } from '../engines/postgres/postgres-problem.ts'
import { ServerDatabase } from '../engines/server-database.ts'
import { addressesOf, withFailover } from '../platform/connections/several-hosts.ts'
import { changesChannel } from './changes.ts'
import { postgresLine, redisLine } from './changes-lines.ts'
import { kyselyDialects, type PooledConnection } from './kysely-dialect.ts'
import { type ChangesLinks, sharedChanges } from './shared-changes.ts'
import type { Statements, Store } from './store.ts'
import { storeProblem } from './store-problems.ts'
import type { Tables } from './tables.ts'

const defaultPoolSize = 10
const connectPatience = 5000
/** Milliseconds after which an idle connection is closed. */
const idle = 10_000
/** Milliseconds beyond the statement timeout of the server after which a connection counts as dead. */
const grace = 2000
const notifySql = 'select pg_notify($1, $2)'
/** The commit changes nothing, so it need not wait for the disk. */
const probeSql = "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)"

/** Limits of the store, in milliseconds. */
export interface PostgresLimits {
  /** Timeout of a statement; `null`: none. */
  readonly statement: number | null
}

export interface PostgresOptions {
  readonly limits?: PostgresLimits | undefined
  /** URL of the same database with persistent sessions; `null`: `address` has them. */
  readonly listenAt?: string | null
  /** Redis for notifications between nodes; `null`: LISTEN and NOTIFY. */
  readonly changesRedis?: string | null
}

type StoreDatabase = ServerDatabase<PostgresConnection>

/**
 * Opens the store in a PostgreSQL database. The URL may list several hosts, of which the primary is used. Besides PostgreSQL's own
 * parameters, it accepts `pool_size=20` and, behind a pooler without persistent sessions, `prepare=false`, which `listenAt` implies
 * (docs/operate/nodes.md).
 * @throws if the database is unreachable
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
  const inTransaction: Store['write'] = (work) =>
    retryLost(() => database.transaction((session) => work(statementsOf(session.run))))
  let open = true
  return {
    engine: postgresEngine,
    db,
    statements: statementsOf((statement) => retryLost(() => database.run(statement))),
    transaction: (work) => retryLost(() => db.transaction().execute(work)),
    write: inTransaction,
    writeBriefly: inTransaction,
    changes,
    siblings: null,
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

/** A standby rejects LISTEN. */
function linksByListen(database: StoreDatabase, clients: readonly ClientConfig[]): Omit<ChangesLinks, 'migrated'> {
  const probe = async (channel: string, payload: string) => database.run({ sql: probeSql, values: [channel, payload] })
  return {
    open: withFailover(
      clients.map((client) =>
        postgresLine(() => newClient({ ...client, query_timeout: connectPatience }), changesChannel, probe),
      ),
    ),
    send: async (payload) => {
      await retryLost(() => database.run({ sql: notifySql, values: [changesChannel, payload] }))
    },
    sendIn: (transaction, payload) => transaction.all(notifySql, [changesChannel, payload]),
  }
}

/** Returns a name that distinguishes the database from others whose nodes share a Redis. */
async function nameOf(database: StoreDatabase): Promise<string> {
  const sql = "select datname || '-' || oid as name from pg_database where datname = current_database()"
  const { rows } = await orUnreachable(database, Promise.resolve(database.run({ sql, values: [] })))
  return String(rows[0]?.name)
}

/** @throws a sentence for the operator, after closing the database */
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

/** `clients`: one per host, of which one is the primary. */
function openDatabase(
  clients: readonly ClientConfig[],
  poolSize: number,
  prepares: boolean,
  limits: PostgresLimits,
): StoreDatabase {
  const { statement } = limits
  const connectingTo = (client: ClientConfig): PostgresConnecting => ({
    client: () => (statement === null ? client : { ...client, query_timeout: statement + grace }),
    // The URL determines whether connections are encrypted.
    encryption: 'demanded',
    prepares,
    async setUp(connection) {
      if (clients.length > 1) await refuseStandby(connection)
      // Poolers without persistent sessions would pass these settings on to other clients.
      if (!prepares) return
      for (const sql of sessionSettings(limits)) await connection.run({ sql, values: [] })
    },
    problem,
    connectProblem: problem,
  })
  return new ServerDatabase({
    connect: withFailover(clients.map((client) => postgresConnections(connectingTo(client)))),
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

/** Maps outages to a `Problem`; constraint violations and our own errors pass unchanged. */
function problem(error: unknown): unknown {
  const outage = postgresOutage(error)
  if (outage !== null) return storeProblem(outage, error)
  return isLostTransaction(error) ? new LostTransaction() : error
}

/** Makes the server cancel long statements and release locks of a node that has disappeared, which it would otherwise do only after hours. */
function sessionSettings({ statement }: PostgresLimits): string[] {
  const alive = "set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false)"
  const bound = statement === null ? '' : `, set_config('statement_timeout', '${statement}', false)`
  return [`select ${alive}, set_config('tcp_keepalives_count', '3', false)${bound}`]
}

interface Address {
  /** One per host. */
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
    // Only the primary is suitable, whatever the URL says.
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

function lentBy(database: StoreDatabase): PooledConnection | Promise<PooledConnection> {
  const acquired = database.acquire()
  return acquired instanceof Promise ? acquired.then(asLent) : asLent(acquired)

  function asLent(connection: PostgresConnection): PooledConnection {
    let inTransaction = false
    return {
      run: (statement) => (inTransaction ? connection.run(statement) : retryLost(() => connection.run(statement))),
      begin({ isolationLevel, accessMode }) {
        inTransaction = true
        const mode = [isolationLevel && `ISOLATION LEVEL ${isolationLevel}`, accessMode].filter(Boolean).join(' ')
        return connection.begin(mode)
      },
      commit: () => connection.commit(),
      rollback: () => connection.rollback(),
      release: () => database.release(connection),
    }
  }
}
