import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '@millwright/connector/engine/engine'
import { mysqlEngine } from '../../engines/mysql/mysql-engine.ts'
import { postgresEngine } from '../../engines/postgres/postgres-engine.ts'
import { sqliteEngine } from '../../engines/sqlite/sqlite-engine.ts'
import type { Against } from '../against.ts'
import { createTestDatabase, hasPostgresServer } from '../test-postgres.ts'

export type EngineName = 'SQLite' | 'PostgreSQL' | 'MariaDB'

export interface SuiteEngine {
  readonly name: EngineName
  /** Type of its services. */
  readonly type: string
  readonly against: Against
  readonly engine: Engine
  readonly answers: boolean
  /** Whether each connection has its own session, unlike PGlite's. */
  readonly keepsSessions: boolean
  create(): Promise<EmptyDatabase>
}

/** An empty database for one test. */
export interface EmptyDatabase {
  /** Configuration of a service for it. */
  readonly config: Readonly<Record<string, unknown>>
  /** Deletes it. */
  drop(): Promise<void>
}

export const sqlite: SuiteEngine = {
  name: 'SQLite',
  type: 'sqlite',
  against: { kind: 'real', name: 'SQLite' },
  engine: sqliteEngine,
  answers: true,
  keepsSessions: true,
  async create() {
    const folder = await mkdtemp(join(tmpdir(), 'millwright-database-'))
    return {
      config: { database: join(folder, 'test.sqlite') },
      drop: () => rm(folder, { recursive: true, force: true }),
    }
  },
}

export const postgres: SuiteEngine = {
  name: 'PostgreSQL',
  type: 'pgsql',
  against: { kind: 'real', name: 'PostgreSQL' },
  engine: postgresEngine,
  answers: true,
  keepsSessions: await hasPostgresServer(),
  async create() {
    const { url, drop } = await createTestDatabase()
    const { hostname, port, username, pathname, searchParams } = new URL(url)
    return {
      config: {
        host: hostname,
        port: Number(port),
        username,
        database: pathname.slice(1),
        // PGlite has one session for all connections.
        options: Object.fromEntries(searchParams),
      },
      drop,
    }
  },
}

/** A server for tests; its user may create databases. */
const mariadbAddress = new URL(process.env.MILLWRIGHT_TEST_MARIADB ?? 'mysql://root@127.0.0.1:3306')
const mariadbServer = {
  host: mariadbAddress.hostname,
  port: Number(mariadbAddress.port),
  username: decodeURIComponent(mariadbAddress.username),
  password: decodeURIComponent(mariadbAddress.password),
}

const mariadbAnswers = await onMariadb('SELECT 1').then(
  () => true,
  () => false,
)

export const mariadb: SuiteEngine = {
  name: 'MariaDB',
  type: 'mariadb',
  against: { kind: 'real', name: 'MariaDB' },
  engine: mysqlEngine,
  answers: mariadbAnswers,
  keepsSessions: mariadbAnswers,
  async create() {
    const database = `millwright_test_${randomUUID().replaceAll('-', '')}`
    await onMariadb(`CREATE DATABASE ${database} CHARACTER SET utf8mb4`)
    return {
      // Hides other databases of the server.
      config: { ...mariadbServer, database, schema: 'default' },
      drop: () => onMariadb(`DROP DATABASE IF EXISTS ${database}`),
    }
  },
}

async function onMariadb(sql: string): Promise<void> {
  // A missing server is detected at once; the long timeout keeps a busy one from being taken for missing.
  const options = { connect_timeout: 60, pool_size: 1 }
  const server = mysqlEngine.open({ ...mariadbServer, database: 'information_schema', options })
  try {
    await server.run({ sql, values: [] })
  } finally {
    await server.close()
  }
}

export const suiteEngines: readonly SuiteEngine[] = [sqlite, postgres, mariadb]
