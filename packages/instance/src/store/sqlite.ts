import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { localChanges } from './changes.ts'
import { lockFolder } from './folder-lock.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { SqliteEngine } from './sqlite-engine.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'

/**
 * The store in `instance.sqlite` of the data folder, which is made when absent.
 * @throws when another instance runs on the folder, or the file is no database
 */
export function openSqlite(dataFolder: string): Store {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const release = lockFolder(dataFolder)
  try {
    return storeOn(new SqliteEngine(join(dataFolder, 'instance.sqlite')), release)
  } catch (error) {
    release()
    throw error
  }
}

function storeOn(engine: SqliteEngine, release: () => void): Store {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(engine) })
  return {
    engine: 'sqlite',
    db,
    statements: {
      all: <Row>(sql: string, parameters: readonly unknown[]) => engine.reading(sql).all(parameters) as Row[],
      first: <Row>(sql: string, parameters: readonly unknown[]) =>
        engine.reading(sql).first(parameters) as Row | undefined,
    },
    transaction: (work) => db.transaction().execute(work),
    changes: localChanges(),
    async close() {
      await db.destroy()
      engine.close()
      release()
    },
  }
}
