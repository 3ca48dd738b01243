import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '../../../testing/test-postgres.ts'
import type { Engine } from '../engine.ts'
import { postgresEngine } from '../postgres/postgres-engine.ts'
import { sqliteEngine } from '../sqlite/sqlite-engine.ts'

export type EngineName = 'SQLite' | 'PostgreSQL' | 'MariaDB'

export interface SuiteEngine {
  readonly name: EngineName
  /** The type of a service on it. */
  readonly type: string
  readonly engine: Engine
  readonly answers: boolean
  create(): Promise<EmptyDatabase>
}

/** An empty database that nobody else uses. */
export interface EmptyDatabase {
  /** The configuration of a service on it. */
  readonly config: Readonly<Record<string, unknown>>
  /** Leaves nothing of it. */
  drop(): Promise<void>
}

const sqlite: SuiteEngine = {
  name: 'SQLite',
  type: 'sqlite',
  engine: sqliteEngine,
  answers: true,
  async create() {
    const folder = await mkdtemp(join(tmpdir(), 'millwright-database-'))
    return {
      config: { database: join(folder, 'test.sqlite') },
      drop: () => rm(folder, { recursive: true, force: true }),
    }
  },
}

const postgres: SuiteEngine = {
  name: 'PostgreSQL',
  type: 'pgsql',
  engine: postgresEngine,
  answers: true,
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

export const suiteEngines: readonly SuiteEngine[] = [sqlite, postgres]
