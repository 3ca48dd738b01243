import { existsSync } from 'node:fs'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/settings/config.ts'
import type { Siblings } from '../platform/siblings.ts'
import { storeFile } from './data-folder.ts'
import {
  appliedNumbers,
  incompatibilityReason,
  isNewest,
  migrate,
  NewerStore,
  schemaVersion,
} from './migrations/migrate.ts'
import type { PostgresLimits } from './postgres.ts'
import { openSqlite, openSqliteOfWorker } from './sqlite.ts'
import type { Store } from './store.ts'
import { unusableFile } from './store-problems.ts'

/** Without `databaseTimeout`, statements have no timeout. */
export type StoreConfig = Pick<Config, 'dataFolder' | 'databaseUrl'> & Partial<Pick<Config, 'databaseTimeout'>> & Links

/** How nodes notify each other of changes. */
type Links = { readonly [Name in 'databaseListenUrl' | 'changesBy' | 'redisUrl']?: Config[Name] | undefined }

/** Opens the configured store and migrates its tables. `siblings`: the other workers, if this process is one of several on SQLite. */
export async function openStore(config: StoreConfig, clock: Clock, siblings: Siblings | null = null): Promise<Store> {
  const { databaseTimeout, ...unlimited } = config
  const { dataFolder, databaseUrl } = config
  if (databaseUrl === null) {
    const opened = siblings === null ? () => openSqlite(dataFolder) : () => openSqliteOfWorker(dataFolder, siblings)
    return openFile(dataFolder, opened, (store) => migrate(store, clock))
  }
  if (databaseTimeout === undefined) return checked(await open(databaseUrl, config), (store) => migrate(store, clock))
  const limited = await open(databaseUrl, config, { statement: databaseTimeout * 1000 })
  return checked(limited, async (store) => {
    // Migrating many rows may exceed the timeout of a statement.
    if (!(await isNewest(store))) await (await openStore(unlimited, clock)).close()
  })
}

/**
 * Opens a store without any table, for a restore.
 * @throws a sentence for the operator if it already contains an instance
 */
export async function openEmptyStore({ dataFolder, databaseUrl, ...links }: StoreConfig): Promise<Store> {
  if (databaseUrl === null) return openSqlite(dataFolder)
  return checked(await open(databaseUrl, links), async (store) => {
    if ((await appliedNumbers(store)).length === 0) return
    throw new Error(
      'there is an instance in the PostgreSQL database already; name an empty one with MILLWRIGHT_DATABASE_URL or --database',
    )
  })
}

/** What an operator's command requires of the store. */
interface StoreNeed {
  /** Runs even while an instance uses the data folder, and does not prevent one from starting. */
  readonly beside: boolean
  /** Whether the tables must have the schema of this version; otherwise any version is accepted. */
  readonly newest: boolean
}

/**
 * Runs an operator's command on the store of an existing instance. Never creates or migrates a store.
 * @throws a sentence for the operator if there is none, or if its schema version is unsuitable
 */
export async function onExistingStore<T>(
  { dataFolder, databaseUrl, ...links }: StoreConfig,
  { beside, newest }: StoreNeed,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const check = (store: Store) => checkForm(store, databaseUrl === null ? dataFolder : null, newest)
  const store =
    databaseUrl === null
      ? await openExisting(dataFolder, beside, check)
      : await checked(await open(databaseUrl, links), check)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function checkForm(store: Store, folder: string | null, newest: boolean): Promise<void> {
  const applied = await appliedNumbers(store)
  if (applied.length === 0) throw new NoInstance(folder === null ? noInstance : noInstanceIn(folder))
  if (!newest) return
  const reason = await incompatibilityReason(store)
  if (reason !== null) throw new NewerStore(reason)
  if (await isNewest(store)) return
  const form = Math.max(...applied)
  throw new Error(
    `The database has the schema of an older version (${form}, this version needs ${schemaVersion}). Run millwright migrate first.`,
  )
}

/** Thrown if the configured store contains no instance. */
export class NoInstance extends Error {}

const noInstance =
  'There is no instance in the PostgreSQL database. Name another with MILLWRIGHT_DATABASE_URL or --database.'
const noInstanceIn = (folder: string) =>
  `There is no instance in the data folder ${folder}. Name another with MILLWRIGHT_DATA or --data.`

function openExisting(dataFolder: string, beside: boolean, check: (store: Store) => Promise<void>): Promise<Store> {
  if (!existsSync(storeFile(dataFolder))) throw new NoInstance(noInstanceIn(dataFolder))
  return openFile(dataFolder, () => openSqlite(dataFolder, { beside }), check)
}

async function openFile(
  dataFolder: string,
  opened: () => Promise<Store> | Store,
  check: (store: Store) => Promise<void>,
): Promise<Store> {
  try {
    return await checked(await opened(), check)
  } catch (error) {
    if (error instanceof NewerStore)
      throw new NewerStore(error.message.replace('The database', `The database ${storeFile(dataFolder)}`))
    throw unusableFile(error, storeFile(dataFolder))
  }
}

/** Returns the store if the check passes; closes it otherwise. */
async function checked(store: Store, check: (store: Store) => Promise<void>): Promise<Store> {
  try {
    await check(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Imported on demand, so that a start on SQLite does not load it. */
async function open(
  databaseUrl: string,
  { databaseListenUrl, changesBy, redisUrl = null }: Links,
  limits?: PostgresLimits,
): Promise<Store> {
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, {
    limits,
    listenAt: databaseListenUrl ?? null,
    changesRedis: changesBy === 'redis' ? redisUrl : null,
  })
}
