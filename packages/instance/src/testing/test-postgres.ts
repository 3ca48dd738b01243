import { randomUUID } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/** A server for tests; its user may create databases. */
const serverAddress = process.env.MILLWRIGHT_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export interface TestDatabase {
  readonly url: string
  /** Resolves when it is completely deleted. */
  drop(): Promise<void>
}

/** Whether a PostgreSQL server responds; otherwise PGlite is used, which speaks the same protocol. */
export async function hasPostgresServer(): Promise<boolean> {
  try {
    await onServer('select 1')
    return true
  } catch {
    return false
  }
}

/** Creates a database: empty, or a copy of one without connections. PGlite cannot copy, so it is always empty. */
export async function createTestDatabase(copied?: string): Promise<TestDatabase> {
  return (await hasPostgresServer()) ? onRealServer(copied) : onPglite()
}

async function onRealServer(copied?: string): Promise<TestDatabase> {
  const name = `millwright_test_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}${copied ? ` template ${new URL(copied).pathname.slice(1)}` : ''}`)
  const url = new URL(serverAddress)
  url.pathname = name
  return { url: url.toString(), drop: () => onServer(`drop database if exists ${name} with (force)`) }
}

async function onServer(sql: string): Promise<void> {
  // A missing server is detected at once; the long timeout keeps a busy one from being taken for missing.
  const client = new pg.Client({ connectionString: serverAddress, connectionTimeoutMillis: 60_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const idle: PGlite[] = []

/**
 * All connections share PGlite's single session: named prepared statements are not possible, and only one connection can work
 * at a time. Creating one takes seconds, so it is emptied and reused.
 */
async function onPglite(): Promise<TestDatabase> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket')
  const db = idle.pop() ?? (await PGlite.create())
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 100 })
  await server.start()
  return {
    url: `postgres://postgres@${server.getServerConn()}/postgres?prepare=false&pool_size=1`,
    async drop() {
      await server.stop()
      await db.exec('rollback; unlisten *; drop schema public cascade; create schema public')
      idle.push(db)
    },
  }
}
