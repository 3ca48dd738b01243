import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addRole } from '../testing/store-rows.ts'
import { openStore } from './open-store.ts'
import { openSqlite } from './sqlite.ts'

describe('the store in a data folder', () => {
  let parent: string
  const open = (dataFolder: string) => openStore({ dataFolder, databaseUrl: null }, Date.now)

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'millwright-'))
  })
  afterEach(() => rm(parent, { recursive: true, force: true }))

  it('rejects a folder in use by another instance, until that one stops', async () => {
    const first = await open(parent)
    await expect(open(parent)).rejects.toThrow(`Another instance is already running on the data folder ${parent}`)
    await first.close()
    await (await open(parent)).close()
  })

  it('rejects a file that is not a database, and unlocks the folder', async () => {
    await writeFile(join(parent, 'instance.sqlite'), 'This is a letter, and not a short one. '.repeat(100))
    await expect(open(parent)).rejects.toThrow('is not a SQLite database')
    await rm(join(parent, 'instance.sqlite'))
    await (await open(parent)).close()
  })

  it('is refused once it is closed, and leaves the file and its folder to others', async () => {
    const folder = join(parent, 'data')
    const { statements, writeBriefly, close } = await open(folder)
    await close()
    await rm(folder, { recursive: true })
    const late = async () => statements.all('select 1', [])
    await expect(late()).rejects.toMatchObject({ status: 503 })
    await expect(writeBriefly(late)).rejects.toMatchObject({ status: 503 })
    await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('reports a file in place of the folder', async () => {
    const file = join(parent, 'notes')
    await writeFile(file, 'mine')
    await expect(open(file)).rejects.toThrow(`The data folder ${file} cannot be written: there is a file of that name.`)
    await expect(open(join(file, 'a'))).rejects.toThrow('part of its path is a file.')
  })

  it('creates a missing folder that only its owner can access', async () => {
    const folder = join(parent, 'a', 'b')
    await (await open(folder)).close()
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('leaves the mode of an existing folder unchanged', async () => {
    const folder = join(parent, 'a')
    await mkdir(folder, { mode: 0o755 })
    await (await open(folder)).close()
    expect((await stat(folder)).mode & 0o777).toBe(0o755)
  })

  it('rejects changes with 503 while another program locks the file', async () => {
    await (await open(parent)).close()
    const store = openSqlite(parent, { patience: 1 })
    const other = new DatabaseSync(join(parent, 'instance.sqlite'))
    other.exec('begin immediate')
    await expect(addRole(store.db, 'a')).rejects.toMatchObject({ status: 503 })
    await expect(store.transaction((tx) => addRole(tx, 'a'))).rejects.toMatchObject({ status: 503 })
    other.close()
    await addRole(store.db, 'a')
    await store.close()
  })

  it('rejects a change that waits too long for another one', async () => {
    await (await open(parent)).close()
    const store = openSqlite(parent, { patience: 1 })
    await store.transaction(async () => {
      await expect(addRole(store.db, 'waits for its own transaction')).rejects.toMatchObject({ status: 503 })
    })
    await store.close()
  })
})
