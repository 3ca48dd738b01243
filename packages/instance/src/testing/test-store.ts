import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, systemClock } from '../platform/clock.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { createTestDatabase } from './test-postgres.ts'

export type Engine = 'sqlite' | 'postgres'

/** Engines that tests run on: PostgreSQL is a local server, or PGlite over its socket. */
export const engines: readonly Engine[] = ['sqlite', 'postgres']

/** A place for a store: its own folder, and on PostgreSQL its own empty database. */
export interface TestPlace {
  readonly dataFolder: string
  readonly databaseUrl: string | null
  remove(): Promise<void>
}

export interface TestStore {
  readonly store: Store
  readonly dataFolder: string
  readonly databaseUrl: string | null
  /** Deletes everything. */
  close(): Promise<void>
}

/** `copied`: a closed place of the same engine whose content is copied. */
export async function createTestPlace(
  engine: Engine,
  copied?: Pick<TestPlace, 'dataFolder' | 'databaseUrl'>,
): Promise<TestPlace> {
  const database = engine === 'postgres' ? await createTestDatabase(copied?.databaseUrl ?? undefined) : null
  const dataFolder = await mkdtemp(join(tmpdir(), 'millwright-'))
  if (copied) await cp(copied.dataFolder, dataFolder, { recursive: true })
  return {
    dataFolder,
    databaseUrl: database?.url ?? null,
    async remove() {
      await database?.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** A migrated, empty store; `copied` as in `createTestPlace`, which is faster than creating the tables. */
export async function openTestStore(
  engine: Engine,
  clock: Clock = systemClock,
  copied?: Pick<TestPlace, 'dataFolder' | 'databaseUrl'>,
): Promise<TestStore> {
  const place = await createTestPlace(engine, copied)
  const store = await openStore(place, clock)
  return {
    store,
    dataFolder: place.dataFolder,
    databaseUrl: place.databaseUrl,
    async close() {
      await store.close()
      await place.remove()
    },
  }
}
