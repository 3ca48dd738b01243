import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { localChanges } from './changes.ts'
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
  makeFolder(dataFolder)
  const release = lockFolder(dataFolder)
  try {
    return storeOn(new SqliteEngine(join(dataFolder, 'instance.sqlite'), patience), release)
  } catch (error) {
    release()
    throw error
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? reasons.get(String(error.code)) : undefined
    throw new Error(`The data folder ${folder} cannot be made: ${why ?? String(error)}`, { cause: error })
  }
}

const reasons = new Map([
  ['EEXIST', 'there is a file of that name.'],
  ['ENOTDIR', 'part of its path is a file.'],
  ['EACCES', 'this user may not write there.'],
  ['EROFS', 'the file system is read-only.'],
])

function storeOn(engine: SqliteEngine, release: () => void): Store {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(engine) })
  let open = true
  return {
    engine: 'sqlite',
    db,
    statements: {
      all: <Row>(sql: string, parameters: readonly unknown[]) => engine.reading(sql).all(parameters) as Row[],
      first: <Row>(sql: string, parameters: readonly unknown[]) =>
        engine.reading(sql).first(parameters) as Row | undefined,
    },
    transaction: (work) => db.transaction().execute(work),
    write: (work) => sqliteWrite(engine, work),
    writeBriefly: (work) => sqliteBriefWrite(engine, work),
    changes: localChanges(),
    async close() {
      if (!open) return
      open = false
      await db.destroy()
      engine.close()
      release()
    },
  }
}
