import { sql } from 'kysely'
import { type Clock, isoMicros } from '../../clock.ts'
import { takeSetupTurn } from '../setup-lock.ts'
import type { Db, Store } from '../store.ts'
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
import { applyMigration, type Migration } from './migration.ts'

const migrations: readonly Migration[] = [
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
]

/**
 * Brings the tables to their newest form, in one transaction: what has not been applied is, in the order of the numbers. Nodes that
 * start together on PostgreSQL take turns.
 * @throws when a newer version of Millwright has already changed the tables
 */
export async function migrate(store: Pick<Store, 'engine' | 'db' | 'transaction'>, clock: Clock): Promise<void> {
  if (await isNewest(store)) return
  await store.transaction(async (tx) => {
    await takeSetupTurn(store.engine, tx)
    const applied = await appliedNumbers(store.engine, tx)
    const newer = applied.filter((number) => !migrations.some((known) => known.number === number))
    if (newer.length > 0) {
      throw new Error(
        `The database was last used by a newer version (its form is ${Math.max(...newer)}, this version knows ${migrations.at(-1)?.number})`,
      )
    }
    if (applied.length === 0) {
      await sql`create table migration (number integer primary key, name text not null, date text not null)`.execute(tx)
    }
    for (const migration of migrations) {
      if (applied.includes(migration.number)) continue
      await applyMigration(migration, store.engine, tx)
      await sql`insert into migration values (${migration.number}, ${migration.name}, ${isoMicros(clock())})`.execute(
        tx,
      )
    }
  })
}

/** Whether the tables are in the form that this version knows. */
export async function isNewest({ engine, db }: Pick<Store, 'engine' | 'db'>): Promise<boolean> {
  return areNewest(await appliedNumbers(engine, db))
}

function areNewest(applied: readonly number[]): boolean {
  return applied.length === migrations.length && migrations.every(({ number }) => applied.includes(number))
}

async function appliedNumbers(engine: Store['engine'], db: Db): Promise<number[]> {
  const exists =
    engine === 'sqlite'
      ? sql<Found>`select count(*) as number from sqlite_master where name = 'migration'`
      : sql<Found>`select count(*)::int as number from pg_tables where schemaname = current_schema() and tablename = 'migration'`
  if ((await exists.execute(db)).rows[0]?.number !== 1) return []
  const { rows } = await sql<Found>`select number from migration order by number`.execute(db)
  return rows.map(({ number }) => number)
}

interface Found {
  number: number
}
