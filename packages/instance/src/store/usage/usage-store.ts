import { join } from 'node:path'
import type { StoreEngine } from '@millwright/connector/engine/engine'
import { sqliteEngine } from '../../engines/sqlite/sqlite-engine.ts'
import { committedIn, sqliteWrite } from '../sqlite.ts'
import { SqliteTransactions } from '../sqlite-transactions.ts'
import type { Statements, Store } from '../store.ts'
import { ownCalls, usageTables } from './usage-tables.ts'

/**
 * Stores usage counts. On SQLite it is a separate file, so that counting never delays changes of the instance's records and backups can
 * omit it; on PostgreSQL, tables in the same database.
 */
export interface UsageStore {
  readonly engine: StoreEngine
  /** Committed state only. */
  readonly statements: Statements
  /** Runs work in one transaction. */
  write<T>(work: (statements: Statements) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** @throws if the file cannot be used */
export async function openUsageStore(
  dataFolder: string,
  { engine, statements, write }: Pick<Store, 'engine' | 'statements' | 'write'>,
): Promise<UsageStore> {
  if (!engine.store.isShared) return openUsageFile(dataFolder)
  return { engine, statements, write, close: () => Promise.resolve() }
}

const usageFile = (dataFolder: string): string => join(dataFolder, 'usage.db')

const patience = 30_000
const caches = { main: 16 * 1024, reader: 8 * 1024 }

async function openUsageFile(dataFolder: string): Promise<UsageStore> {
  const file = new SqliteTransactions(usageFile(dataFolder), patience, { caches })
  try {
    await sqliteWrite(file, setUp)
  } catch (error) {
    file.close()
    throw error
  }
  return {
    engine: sqliteEngine,
    statements: committedIn(file),
    write: (work) => sqliteWrite(file, work),
    async close() {
      file.close()
    },
  }
}

/** Steps from no tables to those of this version. Another version of the program may have made some of them, or further ones. */
const steps = [usageTables, ownCalls]

async function setUp(statements: Statements): Promise<void> {
  const found = await statements.first<{ user_version: number }>('pragma user_version', [])
  const schemaVersion = found?.user_version ?? 0
  if (schemaVersion >= steps.length) return
  for (const step of steps.slice(schemaVersion))
    for (const sql of step(sqliteEngine.store)) await statements.all(sql, [])
  await statements.all(`pragma user_version = ${steps.length}`, [])
}
