import { DatabaseSync } from 'node:sqlite'
import type { Row } from '@millwright/connector/engine/rows'
import { sql } from 'kysely'
import { bound } from './bound.ts'
import { storeFile } from './data-folder.ts'
import { onExistingStore, type StoreConfig } from './open-store.ts'
import type { Store } from './store.ts'
import { type TableName, tableNames } from './tables.ts'

/** A consistent view of the tables at one moment, unaffected by concurrent writes. */
export interface Snapshot {
  rows(table: TableName): AsyncIterable<Row>
  /** Returns the last generated id per table. */
  lastIds(): Promise<Readonly<Record<string, number>>>
}

/** Number of rows per query. */
const batch = 1000

/**
 * Runs work on a snapshot of an instance's store, without blocking the instance if it is running.
 * @throws if there is no instance, or its store does not have the schema of this version
 */
export async function onSnapshot<T>(config: StoreConfig, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return onExistingStore(config, { beside: true, newest: true }, (store) =>
    config.databaseUrl === null
      ? onFile(storeFile(config.dataFolder), store, work)
      : store.db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((tx) => work(inTransaction(store, tx))),
  )
}

/** A read transaction sees the state committed at its first read, and does not block writers. */
async function onFile<T>(file: string, store: Store, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 30_000 })
  try {
    database.exec('begin; select count(*) from setting')
    return await work({
      async *rows(table) {
        for (const row of database.prepare(`select * from "${table}"`).iterate()) yield row as Row
      },
      lastIds: async () => byName(database.prepare(store.engine.store.lastIds.read).all()),
    })
  } finally {
    database.close()
  }
}

function inTransaction(store: Store, tx: Store['db']): Snapshot {
  return {
    async *rows(table) {
      await sql`declare snapshot no scroll cursor for select * from ${sql.table(table)}`.execute(tx)
      for (;;) {
        const { rows } = await sql<Row>`fetch ${sql.lit(batch)} from snapshot`.execute(tx)
        yield* rows
        if (rows.length < batch) break
      }
      await sql`close snapshot`.execute(tx)
    },
    lastIds: async () => byName((await bound<Row>(store.engine.store.lastIds.read).execute(tx)).rows),
  }
}

function byName(rows: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, number>> {
  const ours: readonly string[] = tableNames
  return Object.fromEntries(
    rows.flatMap(({ name, value }) => (ours.includes(String(name)) ? [[String(name), Number(value)]] : [])),
  )
}
