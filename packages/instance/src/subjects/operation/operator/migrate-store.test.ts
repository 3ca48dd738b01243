import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeFile } from '../../../store/data-folder.ts'
import { migrate, migrations, schemaVersion } from '../../../store/migrations/migrate.ts'
import { openStore } from '../../../store/open-store.ts'
import { openSqlite } from '../../../store/sqlite.ts'
import { makeRootAdmin } from './accounts.ts'
import { migrateStore } from './migrate-store.ts'

let dataFolder: string
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'millwright-migrate-'))
})
afterEach(() => rm(dataFolder, { recursive: true, force: true }))

const config = () => ({ dataFolder, databaseUrl: null })

test('creates no instance in an empty folder', async () => {
  await expect(migrateStore(config())).rejects.toThrow(`There is no instance in the data folder ${dataFolder}.`)
  expect(await readdir(dataFolder)).toEqual([])
})

test('does not touch the store of a running instance', async () => {
  const store = await openStore(config(), Date.now)
  await expect(migrateStore(config())).rejects.toThrow('Another instance is already running')
  await store.close()
})

test('rejects a store of a newer version by name, and leaves it unchanged', async () => {
  await (await openStore(config(), Date.now)).close()
  const file = storeFile(dataFolder)
  const database = new DatabaseSync(file)
  database.exec(`insert into migration values (9001, 'later', '')`)
  database.close()
  const sentence = `The database ${file} was last used by a newer version (its schema version is 9001, this version knows ${schemaVersion}).`
  for (const use of [() => migrateStore(config()), () => openStore(config(), Date.now)])
    await expect(use()).rejects.toThrow(sentence)
})

test('migrates an older store once, which other commands require first', async () => {
  const older = migrations.slice(0, -2)
  const from = older.at(-1)?.number
  const store = openSqlite(dataFolder)
  await migrate(store, Date.now, older)
  await store.close()
  await expect(makeRootAdmin(config(), 'ada@example.test')).rejects.toThrow('Run millwright migrate first.')
  expect(await migrateStore(config())).toBe(
    `The database was upgraded from schema version ${from} to ${schemaVersion}.`,
  )
  expect(await migrateStore(config())).toBe(
    `The database has schema version ${schemaVersion} already; nothing was changed.`,
  )
})
