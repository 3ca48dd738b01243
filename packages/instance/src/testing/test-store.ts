import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, systemClock } from '../clock.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'

export type Engine = Store['engine']

/** Engines that tests can run on here. */
export const engines: readonly Engine[] = ['sqlite']

export interface TestStore {
  readonly store: Store
  /** Exists until `close`. */
  readonly dataFolder: string
  readonly databaseUrl: string | null
  close(): Promise<void>
}

/** A store with the newest tables and no rows, on a database of its own. */
export async function openTestStore(_engine: Engine, clock: Clock = systemClock): Promise<TestStore> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'millwright-'))
  const store = await openStore({ dataFolder, databaseUrl: null }, clock)
  return {
    store,
    dataFolder,
    databaseUrl: null,
    async close() {
      await store.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
