import { sql } from 'kysely'
import { type Clock, isoMicros } from '../../platform/clock.ts'
import { bound } from '../bound.ts'
import { changesChannel, migrated } from '../changes.ts'
import { takeSetupTurn } from '../setup-lock.ts'
import type { Store } from '../store.ts'
import { firstTables } from './0001-first-tables.ts'
import { useOfKeys } from './0002-use-of-keys.ts'
import { schemaExtras } from './0003-schema-extras.ts'
import { limits } from './0004-limits.ts'
import { scheduler } from './0005-scheduler.ts'
import { reports } from './0006-reports.ts'
import { scripts } from './0007-scripts.ts'
import { identities } from './0008-identities.ts'
import { twoStep } from './0009-two-step.ts'
import { directoryGroups } from './0011-directory-groups.ts'
import { provenAddresses } from './0012-proven-addresses.ts'
import { scriptEntries } from './0013-script-entries.ts'
import { unfinishedImports } from './0014-unfinished-imports.ts'
import { scriptValues } from './0015-script-values.ts'
import { sizeOfQueuedScripts } from './0016-size-of-queued-scripts.ts'
import { authors } from './0017-authors.ts'
import { compatibleMigrations } from './0019-compatible-migrations.ts'
import { loginFailures } from './0020-login-failures.ts'
import { namesToSignOut } from './0021-names-to-sign-out.ts'
import { usage } from './0022-usage.ts'
import { oauth } from './0026-oauth.ts'
import { schemaContracts } from './0027-schema-contracts.ts'
import { dataHistory } from './0028-data-history.ts'
import { webhooks } from './0029-webhooks.ts'
import { dataViews } from './0030-data-views.ts'
import { deviceLogin } from './0031-device-login.ts'
import { sessions } from './0032-sessions.ts'
import { language } from './0033-language.ts'
import { foldedNames } from './0034-folded-names.ts'
import { managedRecords } from './0038-managed-records.ts'
import { accessTokens } from './0039-access-tokens.ts'
import { keysThatEnd } from './0040-keys-that-end.ts'
import { ownCalls } from './0042-own-calls.ts'
import { customApis } from './0043-custom-apis.ts'
import { accessRequests } from './0044-access-requests.ts'
import { brokenSince } from './0045-broken-since.ts'
import { largeInstances } from './0046-large-instances.ts'
import { countedLogs } from './0047-counted-logs.ts'
import { serviceAliases } from './0048-service-aliases.ts'
import { searchIndexes } from './0049-search-indexes.ts'
import { userTrigrams } from './0050-trigrams-of-users.ts'
import { formerServiceNames } from './0051-former-service-names.ts'
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
  ownCalls,
  customApis,
  accessRequests,
  brokenSince,
  largeInstances,
  countedLogs,
  serviceAliases,
  searchIndexes,
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
