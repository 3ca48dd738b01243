import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../../../platform/settings/config.ts'
import { type TableName, tableNames } from '../../../../store/tables.ts'
import { openTestInstance, type TestInstance } from '../../../../testing/open-test-instance.ts'
import { testInstance } from '../../../../testing/test-instance.ts'
import { hasPostgresServer } from '../../../../testing/test-postgres.ts'
import { createTestPlace, type Engine, openTestStore } from '../../../../testing/test-store.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

const isReal = await hasPostgresServer()

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millwright-backup-'))
  file = join(folder, 'backup.tar.gz')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** An empty data folder and database for a restore, with the secret of test instances. */
async function emptyPlace(engine: Engine = 'sqlite') {
  const { dataFolder, databaseUrl, remove } = await createTestPlace(engine)
  onTestFinished(remove)
  return { dataFolder, databaseUrl, secret: '5a'.repeat(32) as string | null }
}

/** Starts an instance on restored data. */
async function startOn(config: Pick<Config, 'dataFolder' | 'databaseUrl'>): Promise<TestInstance> {
  const instance = await openTestInstance({ config })
  onTestFinished(instance.close)
  return instance
}

async function storeFile(instance: TestInstance, path: string, text: string): Promise<void> {
  const { status } = await instance.send('POST', `files/${path}`, {
    as: instance.root,
    headers: { 'content-type': 'text/plain' },
    body: text,
  })
  if (status > 201) throw new Error(`Storing ${path} answered ${status}`)
}

describe.each([
  ['sqlite', 'sqlite'],
  ['postgres', 'postgres'],
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('a backup of an instance on %s, restored on %s', (from, to) => {
  // PGlite has one session for all connections.
  test.skipIf(!isReal && from === 'postgres')(
    'contains every write that was acknowledged before it started',
    async () => {
      const source = await testInstance({ engine: from })
      const { send, root, parts } = source
      let writing = true
      const acknowledged: string[] = []
      const write = async (writer: number) => {
        for (let count = 0; writing; count += 1) {
          const name = `w${writer}-${count}`
          const lookup = { name, value: `secret of ${name}`, private: true }
          const { status } = await send('POST', 'system/lookup', { as: root, body: { resource: [lookup] } })
          if (status === 201) acknowledged.push(name)
        }
      }
      const writers = Promise.all([1, 2, 3].map(write))
      await expect.poll(() => acknowledged.length).toBeGreaterThan(50)
      const before = [...acknowledged]
      await backUp(parts.config, file, null)
      writing = false
      await writers

      const place = await emptyPlace(to)
      await restore(place, file, null)
      const { parts: restored } = await startOn(place)
      const kept = await restored.store.db.selectFrom('lookup').select(['name', 'value']).execute()
      const values = new Map(kept.map(({ name, value }) => [name, restored.vault.open(String(value))]))
      expect(before.filter((name) => values.get(name) !== `secret of ${name}`)).toEqual([])
    },
  )
})

test('a backup includes files, folders and databases of services, and the last assigned ids', async () => {
  const source = await testInstance()
  const { parts, root, send, make } = source
  const { dataFolder } = parts.config
  await storeFile(source, 'a.txt', 'Ä\u2028b')
  await mkdir(join(dataFolder, 'storage', 'empty'), { recursive: true })
  await mkdir(join(dataFolder, 'databases'), { recursive: true })
  const database = new DatabaseSync(join(dataFolder, 'databases', 'own.sqlite'))
  database.exec(`pragma journal_mode = wal; create table t (x); insert into t values (42)`)
  const gone = await make.user()
  expect((await send('DELETE', `system/user/${gone.id}`, { as: root })).status).toBe(200)
  const summary = await backUp(parts.config, file, null)
  database.close()
  expect(summary).toMatchObject({ hasSecret: false })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['backup.tar.gz'])

  const place = await emptyPlace()
  await restore(place, file, null)
  expect(existsSync(join(place.dataFolder, 'storage', 'empty'))).toBe(true)
  expect((await readdir(place.dataFolder)).filter((name) => name.startsWith('.'))).toEqual([])
  const copy = new DatabaseSync(join(place.dataFolder, 'databases', 'own.sqlite'))
  expect(copy.prepare('select x from t').get()).toEqual({ x: 42 })
  copy.close()
  const restored = await startOn(place)
  expect(await restored.send('GET', 'files/a.txt', { as: restored.root })).toMatchObject({ body: 'Ä\u2028b' })
  const next = await restored.make.user()
  expect(next.id).toBeGreaterThan(gone.id)
})

describe('the secret', () => {
  const passphrase = 'correct horse battery staple'

  test('is omitted, or encrypted on request, and cannot be decrypted with another passphrase', async () => {
    const { parts } = await testInstance()
    await backUp(parts.config, file, passphrase)
    expect(gunzipSync(await readFile(file)).includes(Buffer.from('5a'.repeat(32)))).toBe(false)
    const place = { ...(await emptyPlace()), secret: null }
    await expect(restore(place, file, 'another')).rejects.toThrow('the passphrase is wrong')
    expect(await readdir(place.dataFolder)).toEqual([])
    expect(await restore(place, file, passphrase)).toMatchObject({ hasSecret: true })
    const secret = join(place.dataFolder, 'secret')
    expect(await readFile(secret, 'utf8')).toBe(`${'5a'.repeat(32)}\n`)
    expect((await stat(secret)).mode & 0o777).toBe(0o600)
    await startOn(place)
  })

  test('may be provided later, but must be the right one', async () => {
    const { parts } = await testInstance()
    await backUp(parts.config, file, null)
    const place = await emptyPlace()
    await expect(restore({ ...place, secret: '00'.repeat(32) }, file, null)).rejects.toThrow(
      'The secret does not match',
    )
    await expect(restore(place, file, passphrase)).rejects.toThrow('contains no secret')
    expect(await readdir(place.dataFolder)).toEqual([])
    expect(await restore({ ...place, secret: null }, file, null)).toMatchObject({ hasSecret: false })
    await startOn(place)
  })
})

describe('a backup fails and leaves nothing behind', () => {
  test.each(['exists', 'inside', 'nowhere'])('if its file %s', async (kind) => {
    const { parts } = await testInstance()
    const target = { exists: file, inside: join(parts.config.dataFolder, 'x'), nowhere: join(folder, 'no', 'x') }[kind]
    if (kind === 'exists') await writeFile(file, 'old')
    await expect(backUp(parts.config, String(target), null)).rejects.toThrow(String(target))
    expect(await readdir(folder)).toEqual(kind === 'exists' ? ['backup.tar.gz'] : [])
  })

  test('if there is no instance', async () => {
    const dataFolder = join(folder, 'none')
    const config = { dataFolder, databaseUrl: null, secret: null }
    await expect(backUp(config, file, null)).rejects.toThrow(`There is no instance in the data folder ${dataFolder}.`)
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a restore fails and changes nothing', () => {
  let place: Awaited<ReturnType<typeof emptyPlace>>
  beforeEach(async () => {
    const { parts } = await testInstance()
    await backUp(parts.config, file, null)
    place = await emptyPlace()
  })

  const refused = async (sentence: string | RegExp) => {
    const before = await readdir(place.dataFolder)
    await expect(restore(place, file, null)).rejects.toThrow(sentence)
    expect(await readdir(place.dataFolder)).toEqual(before)
  }

  test('if the file does not exist', async () => {
    await rm(file)
    await refused(`There is no backup ${file}.`)
  })

  test('if the file is not a backup', async () => {
    await writeFile(file, 'This is a letter.')
    await refused(`The backup ${file} is damaged`)
  })

  test('if the file is truncated', async () => {
    await truncate(file, (await stat(file)).size - 100)
    await refused(`The backup ${file} is damaged`)
  })

  test('if a byte of a file in it has changed', async () => {
    const bytes = gunzipSync(await readFile(file))
    const at = bytes.indexOf('root@example.test')
    bytes.write('toor', at)
    await writeFile(file, gzipSync(bytes))
    await refused(`The backup ${file} is damaged: 'store/`)
  })

  test('if it is truncated at the end of a file', async () => {
    const bytes = gunzipSync(await readFile(file))
    const at = bytes.indexOf('manifest.json')
    await writeFile(file, gzipSync(Buffer.concat([bytes.subarray(0, at), Buffer.alloc(1024)])))
    await refused('it ends before its manifest')
  })

  test('if it was made by a newer version', async () => {
    const bytes = gunzipSync(await readFile(file))
    bytes.write('"format":9', bytes.indexOf('"format":1'))
    await writeFile(file, gzipSync(bytes))
    await refused(/was made by the newer version .+\. Restore it with that version\./)
  })

  test('if an instance or anything else is in the way', async () => {
    await restore(place, file, null)
    await refused(`The data folder ${place.dataFolder} is not empty`)
    place = await emptyPlace()
    await writeFile(join(place.dataFolder, 'mine'), '')
    await refused('it has mine')
  })

  test('if the path of the folder is a file', async () => {
    await writeFile(join(place.dataFolder, 'mine'), '')
    const inside = { ...place, dataFolder: join(place.dataFolder, 'mine', 'data') }
    await expect(restore(inside, file, null)).rejects.toThrow('part of its path is a file')
  })

  test('if an instance in PostgreSQL is in the way', async () => {
    const { databaseUrl, store, close } = await openTestStore('postgres')
    onTestFinished(close)
    await expect(restore({ ...place, databaseUrl }, file, null)).rejects.toThrow(
      'there is an instance in the PostgreSQL database already',
    )
    expect(await readdir(place.dataFolder)).toEqual([])
    expect(await store.db.selectFrom('user').select('id').execute()).toEqual([])
  })
})

test('has every table of an instance but those that migrations and triggers fill', async () => {
  const { dataFolder, close } = await openTestStore('sqlite')
  onTestFinished(close)
  const database = new DatabaseSync(join(dataFolder, 'instance.sqlite'), { readOnly: true })
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all()
  database.close()
  // Of a single-node instance, in a file of its own.
  const elsewhere = ['request_log']
  const derived = /_(count|unsearched|search(_config|_data|_docsize|_idx)?)$/
  const own = [...tableNames.filter((name) => !elsewhere.includes(name)), 'migration', 'compatible_migration']
  const names = tables.map(({ name }) => String(name)).filter((name) => !derived.test(name))
  expect(names.toSorted()).toEqual(own.toSorted())
})

test('keeps who people are at the services that sign them in', async () => {
  const source = await testInstance()
  const { parts, make } = source
  const person = await make.user()
  const identity = {
    user_id: person.id,
    service_id: 1,
    subject: 'ann@idp',
    created_date: '2026-01-01',
    sign_out_name: null,
  }
  await parts.store.db.insertInto('user_identity').values(identity).execute()
  await backUp(parts.config, file, null)
  const place = await emptyPlace('sqlite')
  await restore(place, file, null)
  const { parts: restored } = await startOn(place)
  expect(await restored.store.db.selectFrom('user_identity').selectAll().execute()).toMatchObject([identity])
})

test('sorts each table after those that its rows refer to', async () => {
  const { dataFolder, close } = await openTestStore('sqlite')
  onTestFinished(close)
  const database = new DatabaseSync(join(dataFolder, 'instance.sqlite'), { readOnly: true })
  const early = tableNames.flatMap((table, index) =>
    database
      .prepare(`select "table" as other from pragma_foreign_key_list('${table}')`)
      .all()
      .filter(({ other }) => tableNames.indexOf(other as TableName) >= index && other !== table)
      .map(({ other }) => `${table} → ${other}`),
  )
  database.close()
  expect(early).toEqual([])
})
