import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/settings/config.ts'
import { storeFile } from './data-folder.ts'
import { isNewest, migrate } from './migrations/migrate.ts'
import type { PostgresLimits } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Store } from './store.ts'
import { unusableFile } from './unusable-file.ts'

/** Without `databaseTimeout` statements may take as long as they take. */
export type StoreConfig = Pick<Config, 'dataFolder' | 'databaseUrl'> & Partial<Pick<Config, 'databaseTimeout'>>

/** The store that the configuration names, with its tables in their newest form. */
export async function openStore(config: StoreConfig, clock: Clock): Promise<Store> {
  const { dataFolder, databaseUrl, databaseTimeout } = config
  if (databaseUrl === null) return openFile(dataFolder, clock)
  if (databaseTimeout === undefined) return withNewestTables(await open(databaseUrl), (store) => migrate(store, clock))
  const limited = await open(databaseUrl, { statement: databaseTimeout * 1000 })
  return withNewestTables(limited, async (store) => {
    // Moving many rows may take longer than a call may wait.
    if (!(await isNewest(store))) await (await openStore({ dataFolder, databaseUrl }, clock)).close()
  })
}

async function openFile(dataFolder: string, clock: Clock): Promise<Store> {
  try {
    return await withNewestTables(openSqlite(dataFolder), (store) => migrate(store, clock))
  } catch (error) {
    throw unusableFile(error, storeFile(dataFolder))
  }
}

async function withNewestTables(store: Store, migrated: (store: Store) => Promise<void>): Promise<Store> {
  try {
    await migrated(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Loaded only when asked for: a start on SQLite does not pay for it. */
async function open(databaseUrl: string, limits?: PostgresLimits): Promise<Store> {
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, limits)
}
