import { Kysely } from 'kysely'
import { sqliteEngine } from '../engines/sqlite/sqlite-engine.ts'
import type { SqliteValue } from '../engines/sqlite/sqlite-statement.ts'
import { localChanges } from './changes.ts'
import { storeFile, whyUnwritable } from './data-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { SqliteEngine } from './sqlite-engine.ts'
import { sqliteBriefWrite, sqliteWrite } from './sqlite-write.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'

/**
 * The store in `instance.sqlite` of the data folder, which is made when absent.
 * @param options.patience milliseconds that a change waits for those before it
 * @throws when another instance runs on the folder, or the file is no database
 */
export function openSqlite(dataFolder: string, { patience = 30_000 }: { patience?: number } = {}): Store {
  const unwritable = whyUnwritable(dataFolder)
  if (unwritable !== null) throw new Error(unwritable)
  const release = lockFolder(dataFolder)
  try {
    return storeOn(new SqliteEngine(storeFile(dataFolder), patience), release)
  } catch (error) {
    release()
    throw error
  }
}

function storeOn(engine: SqliteEngine, release: () => void): Store {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(engine) })
  let open = true
  return {
    engine: sqliteEngine,
    db,
    statements: {
      all: <Row>(sql: string, parameters: readonly unknown[]) =>
        engine.reading(sql).all(parameters as readonly SqliteValue[]) as Row[],
      first: <Row>(sql: string, parameters: readonly unknown[]) =>
        engine.reading(sql).first(parameters as readonly SqliteValue[]) as Row | undefined,
    },
    transaction: (work) => db.transaction().execute(work),
    write: (work) => sqliteWrite(engine, work),
    writeBriefly: (work) => sqliteBriefWrite(engine, work),
    changes: localChanges(),
    // Nobody else has the folder.
    onMigrated: () => undefined,
    async close() {
      if (!open) return
      open = false
      await db.destroy()
      engine.close()
      release()
    },
  }
}
