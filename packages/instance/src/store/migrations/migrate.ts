import { sql } from 'kysely'
import { type Clock, isoMicros } from '../../platform/clock.ts'
import { bound } from '../bound.ts'
import { changesChannel, migrated } from '../changes.ts'
import { takeSetupTurn } from '../setup-lock.ts'
import type { Store } from '../store.ts'
import { firstTables, useOfKeys } from './0001-0002.ts'
import { limits, reports, scheduler, schemaExtras, scripts } from './0003-0007.ts'
import {
  authors,
  compatibleMigrations,
  directoryGroups,
  identities,
  loginFailures,
  namesToSignOut,
  oauth,
  provenAddresses,
  scriptEntries,
  scriptValues,
  sizeOfQueuedScripts,
  twoStep,
  unfinishedImports,
  usage,
} from './0008-0026.ts'
import { dataHistory, dataViews, deviceLogin, language, schemaContracts, sessions, webhooks } from './0027-0033.ts'
import {
  accessRequests,
  accessTokens,
  customApis,
  foldedNames,
  keysThatEnd,
  managedRecords,
  ownCallsColumn,
} from './0034-0044.ts'
import {
  brokenSince,
  countedLogs,
  formerServiceNames,
  largeInstances,
  searchIndexTables,
  serviceAliases,
  userTrigrams,
} from './0045-0051.ts'
import { applyMigration, type Migration } from './migration.ts'

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [
  firstTables,
  useOfKeys,
  schemaExtras,
  limits,
  scheduler,
  reports,
  scripts,
  identities,
  twoStep,
  directoryGroups,
  provenAddresses,
  scriptEntries,
  unfinishedImports,
  scriptValues,
  sizeOfQueuedScripts,
  authors,
  compatibleMigrations,
  loginFailures,
  namesToSignOut,
  usage,
  oauth,
  schemaContracts,
  dataHistory,
  webhooks,
  dataViews,
  deviceLogin,
  sessions,
  language,
  foldedNames,
  managedRecords,
  accessTokens,
  keysThatEnd,
  ownCallsColumn,
  customApis,
  accessRequests,
  brokenSince,
  largeInstances,
  countedLogs,
  serviceAliases,
  searchIndexTables,
  userTrigrams,
  formerServiceNames,
]

type Tables = Pick<Store, 'engine' | 'db'>

/** Thrown if a newer version of Millwright has migrated the store to a schema that this version cannot use. */
export class NewerStore extends Error {}

/** Schema version of this program. */
export const schemaVersion = Math.max(...migrations.map(({ number }) => number))

/**
 * Applies all pending migrations in one transaction, in numeric order. Nodes that start together on PostgreSQL take turns, and running
 * nodes are notified.
 * @throws {NewerStore} if a newer version of Millwright has changed the tables in a way that this version cannot use
 */
export async function migrate(
  store: Tables & Pick<Store, 'transaction'>,
  clock: Clock,
  known: readonly Migration[] = migrations,
): Promise<void> {
  if (await isNewest(store, known)) return
  await store.transaction(async (tx) => {
    await takeSetupTurn(store.engine, tx)
    await migrateWithin({ engine: store.engine, db: tx }, clock, known)
    const { notify } = store.engine.store
    if (notify !== null) await bound(notify, changesChannel, migrated).execute(tx)
  })
}

/** Like `migrate`, inside an open transaction. `known` must be in numeric order. */
export async function migrateWithin(
  inside: Tables,
  clock: Clock,
  known: readonly Migration[] = migrations,
): Promise<void> {
  const { engine, db } = inside
  const reason = await incompatibilityReason(inside, known)
  if (reason !== null) throw new NewerStore(reason)
  const applied = await appliedNumbers(inside)
  if (applied.length === 0) {
    await sql`create table migration (number integer primary key, name text not null, date text not null)`.execute(db)
  }
  for (const migration of known) {
    if (applied.includes(migration.number)) continue
    await applyMigration(migration, engine, db)
    await sql`insert into migration values (${migration.number}, ${migration.name}, ${isoMicros(clock())})`.execute(db)
    if (migration.compatible) {
      await sql`insert into compatible_migration values (${migration.number})`.execute(db)
    }
  }
}

/** Returns whether the tables have the schema of this version, or a newer compatible one. */
export async function isNewest(store: Tables, known: readonly Migration[] = migrations): Promise<boolean> {
  const applied = await appliedNumbers(store)
  return known.every(({ number }) => applied.includes(number)) && (await incompatibilityReason(store, known)) === null
}

/** Returns why this version cannot use the tables, as one sentence, or `null` if it can. */
export async function incompatibilityReason(
  store: Tables,
  known: readonly Migration[] = migrations,
): Promise<string | null> {
  const applied = await appliedNumbers(store)
  const unknown = applied.filter((number) => !known.some((each) => each.number === number))
  if (unknown.length === 0) return null
  const compatible = (await hasTable(store, 'compatible_migration'))
    ? (await sql<Found>`select number from compatible_migration`.execute(store.db)).rows.map(({ number }) => number)
    : []
  if (unknown.every((number) => compatible.includes(number))) return null
  const own = known.at(-1)?.number
  return `The database was last used by a newer version (its schema version is ${Math.max(...unknown)}, this version knows ${own}). Run that version, or restore a backup from before it.`
}

/** Returns the numbers of the applied migrations, in order; empty for an empty database. */
export async function appliedNumbers(store: Tables): Promise<number[]> {
  if (!(await hasTable(store, 'migration'))) return []
  const { rows } = await sql<Found>`select number from migration order by number`.execute(store.db)
  return rows.map(({ number }) => number)
}

async function hasTable({ engine, db }: Tables, name: string): Promise<boolean> {
  const { rows } = await bound<Found>(engine.store.countTables, name).execute(db)
  return rows[0]?.number === 1
}

interface Found {
  number: number
}
