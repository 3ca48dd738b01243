import { randomUUID } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/** A server for tests; its user may make databases. */
const serverAddress = process.env.MILLWRIGHT_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export interface TestDatabase {
  readonly url: string
  /** Does not return before nothing of it is left. */
  drop(): Promise<void>
}

/** Whether the server answers; otherwise PGlite stands in, which speaks the same protocol. */
export async function hasPostgresServer(): Promise<boolean> {
  try {
    await onServer('select 1')
    return true
  } catch {
    return false
  }
}

/** A database of its own: empty, or a copy of one to which nobody is connected. PGlite has none to copy, and is empty. */
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
  // Where none is, that is known at once; one that is busy must not be taken for none.
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
 * All connections share PGlite's one session: statements cannot be prepared under names, and only one connection can work
 * at a time. As making one takes seconds, it is emptied and used again.
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
