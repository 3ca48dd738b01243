import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { migrate } from './migrations/migrate.ts'
import { openSqlite } from './sqlite.ts'
import type { Store } from './store.ts'

/** The store that the configuration names, with its tables in their newest form. */
export async function openStore(config: Pick<Config, 'dataFolder' | 'databaseUrl'>, clock: Clock): Promise<Store> {
  const store = config.databaseUrl === null ? openSqlite(config.dataFolder) : await open(config.databaseUrl)
  try {
    await migrate(store, clock)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Loaded only when asked for: a start on SQLite does not pay for it. */
async function open(databaseUrl: string): Promise<Store> {
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl)
}
