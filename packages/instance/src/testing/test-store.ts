import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Clock, systemClock } from '../platform/clock.ts'
import { storeFile } from '../store/data-folder.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { timed } from './fixture-time.ts'
import { createTestDatabase, type Template, type TestDatabase } from './test-postgres.ts'

export type Engine = 'sqlite' | 'postgres'

/** Engines that tests run on: PostgreSQL is a local server, or PGlite over its socket. */
export const engines: readonly Engine[] = ['sqlite', 'postgres']

/** A place for a store: its own folder, and on PostgreSQL its own database. */
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

/** An empty folder, and on PostgreSQL an empty database. */
export async function createTestPlace(engine: Engine): Promise<TestPlace> {
  return createPlace(engine === 'postgres' ? await createTestDatabase() : null)
}

/** A place with the tables of the newest version, without rows: a copy, as creating the tables takes longer than most tests. */
export async function createMigratedPlace(engine: Engine): Promise<TestPlace> {
  return timed(`stores copied, on ${engine}`, async () => {
    if (engine === 'postgres') return createPlace(await createTestDatabase(migratedDatabase()))
    const place = await createPlace(null)
    await writeFile(storeFile(place.dataFolder), await migratedFile())
    return place
  })
}

async function createPlace(database: TestDatabase | null): Promise<TestPlace> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'millwright-'))
  return {
    dataFolder,
    databaseUrl: database?.url ?? null,
    async remove() {
      await database?.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Made once per worker, when it is needed. */
let file: Promise<Buffer> | null = null

function migratedFile(): Promise<Buffer> {
  file ??= migrateFile()
  return file
}

async function migrateFile(): Promise<Buffer> {
  const { remove, ...place } = await createTestPlace('sqlite')
  try {
    await migrateIn(place)
    return await readFile(storeFile(place.dataFolder))
  } finally {
    await remove()
  }
}

let template: Template | null = null

function migratedDatabase(): Template {
  template ??= { digest: digestOfTables(), fill: (databaseUrl) => migrateIn({ dataFolder: '', databaseUrl }) }
  return template
}

async function migrateIn(place: Pick<TestPlace, 'dataFolder' | 'databaseUrl'>): Promise<void> {
  const store = await timed('stores migrated', () => openStore(place, systemClock))
  await store.close()
}

/** A digest of the code that decides which tables there are. */
function digestOfTables(): string {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const hash = createHash('sha256')
  for (const path of globSync(['store/**/*.ts', 'engines/postgres/**/*.ts'], { cwd: folder }).sort()) {
    hash.update(path).update(readFileSync(join(folder, path)))
  }
  return hash.digest('hex').slice(0, 32)
}

/** A migrated, empty store. */
export async function openTestStore(engine: Engine, clock: Clock = systemClock): Promise<TestStore> {
  const { remove, ...place } = await createMigratedPlace(engine)
  const store = await openStore(place, clock)
  return {
    ...place,
    store,
    async close() {
      await store.close()
      await remove()
    },
  }
}
