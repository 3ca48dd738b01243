import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolConfig } from 'pg'
import { postgresEngine } from '../engines/postgres/postgres-engine.ts'
import { unlessAway } from './away.ts'
import { kyselyPool } from './lent-client.ts'
import { notifySql, postgresChanges } from './postgres-changes.ts'
import { postgresWrite } from './postgres-write.ts'
import type { Statements, Store } from './store.ts'
import type { Tables } from './tables.ts'

const defaultPoolSize = 10
const connectPatience = 5000
/** Beyond the server's own bound for a statement, after which a connection counts as dead. */
const grace = 2000
/** Of differing SQL texts prepared on the server; those beyond are parsed each time. */
const mostStatements = 500
const int8 = 20

/** Bounds of the store; times in milliseconds. */
export interface PostgresLimits {
  /** How long one statement may take; null: as long as it takes. */
  readonly statement: number | null
}

/**
 * The store in a PostgreSQL database. Besides what PostgreSQL knows, the address may say `pool_size=20` and, for a
 * pooler in front that does not keep sessions, `prepare=false`.
 * @throws when the database cannot be reached
 */
export async function openPostgres(address: string, limits: PostgresLimits = { statement: null }): Promise<Store> {
  const pg = (await import('pg')).default
  const { connectionString, poolSize, prepare } = readAddress(address)
  const types: PoolConfig['types'] = {
    getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
  }
  const connection = {
    connectionString,
    types,
    application_name: 'millwright',
    connectionTimeoutMillis: connectPatience,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const queryTimeout = limits.statement === null ? {} : { query_timeout: limits.statement + grace }
  const pool = new pg.Pool({
    ...connection,
    ...queryTimeout,
    max: poolSize,
    // Poolers that do not keep sessions would hand these settings on to others.
    ...(prepare && { onConnect: (client) => client.query(sessionSettings(limits)).then(() => undefined) }),
  })
  // A connection that breaks while nobody uses it leaves the pool; the next caller gets a new one.
  pool.on('error', () => {})
  // The pool listens only to idle connections, and an error event that nobody hears would end the process. Whoever uses a
  // connection learns of its loss from the statement under way, or from the next.
  pool.on('connect', (client) => client.on('error', () => {}))
  const migrations = new EventEmitter<{ migrated: [] }>()
  const changes = postgresChanges({
    migrated: () => void migrations.emit('migrated'),
    connect() {
      const socket = new Socket()
      const client = new pg.Client({ ...connection, query_timeout: connectPatience, stream: () => socket })
      return { client, abandon: () => socket.destroy() }
    },
    notify: async (channel, payload) => {
      await pool.query(notifySql, [channel, payload])
    },
  })
  try {
    await changes.listen()
  } catch (error) {
    await pool.end()
    throw new Error(
      `The PostgreSQL database cannot be reached: ${error instanceof Error ? error.message : 'no reason given'}`,
    )
  }

  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: kyselyPool(pool) }) })
  return {
    engine: postgresEngine,
    db,
    statements: poolStatements(pool, prepare),
    transaction: (work) => db.transaction().execute(work),
    write: (work) => postgresWrite(pool, work),
    writeBriefly: (work) => postgresWrite(pool, work),
    changes,
    onMigrated: (listener) => void migrations.on('migrated', listener),
    async close() {
      await changes.stop()
      await db.destroy()
      if (!pool.ended) await pool.end()
    },
  }
}

/** The server gives statements up, and the locks of a node whose machine or network is gone: by itself it would wait for hours. */
function sessionSettings({ statement }: PostgresLimits): string {
  const alive = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'
  return statement === null ? alive : `${alive}; set statement_timeout = ${statement}`
}

function readAddress(address: string): { connectionString: string; poolSize: number; prepare: boolean } {
  const url = new URL(address)
  const poolSize = Number(url.searchParams.get('pool_size') ?? defaultPoolSize)
  if (!Number.isInteger(poolSize) || poolSize < 1) throw new Error('pool_size must be a whole number, at least 1')
  const prepare = url.searchParams.get('prepare') !== 'false'
  url.searchParams.delete('pool_size')
  url.searchParams.delete('prepare')
  return { connectionString: url.toString(), poolSize, prepare }
}

function poolStatements(pool: Pool, prepare: boolean): Statements {
  const names = new Map<string, string>()
  const nameOf = (sql: string): string | undefined => {
    if (!prepare) return undefined
    const known = names.get(sql)
    if (known !== undefined || names.size >= mostStatements) return known
    const name = createHash('sha256').update(sql).digest('base64url')
    names.set(sql, name)
    return name
  }
  const all = async (sql: string, parameters: readonly unknown[]): Promise<unknown[]> => {
    const query = { text: sql, values: [...parameters] }
    const name = nameOf(sql)
    return (await unlessAway(pool.query(name === undefined ? query : { ...query, name }))).rows
  }
  return {
    all: async <Row>(sql: string, parameters: readonly unknown[]) => (await all(sql, parameters)) as Row[],
    first: async <Row>(sql: string, parameters: readonly unknown[]) =>
      (await all(sql, parameters))[0] as Row | undefined,
  }
}
