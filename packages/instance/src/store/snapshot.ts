import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Row } from '../engines/row-shape.ts'
import { bound } from './bound.ts'
import { storeFile } from './data-folder.ts'
import { onExistingStore, type StoreConfig } from './open-store.ts'
import type { Store } from './store.ts'
import { type TableName, tableNames } from './tables.ts'

/** The tables as they were at one moment, however much is written meanwhile. */
export interface Snapshot {
  rows(table: TableName): AsyncIterable<Row>
  /** The last ids that tables have given. */
  lastIds(): Promise<Readonly<Record<string, number>>>
}

/** Rows that are asked for at once. */
const batch = 1000

/**
 * Does work on a snapshot of the store of an instance, which may run, and which is not held up.
 * @throws when there is no instance, or its store is not in the form of this version
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

/** A transaction that reads sees what was committed when it first read, and writers go on beside it. */
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
