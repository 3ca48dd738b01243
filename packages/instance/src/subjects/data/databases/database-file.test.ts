import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseFile } from './database-file.ts'

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-databases-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const data = join(folder, 'data')
  mkdirSync(join(data, 'databases'), { recursive: true })
  writeFileSync(join(data, 'instance.sqlite'), '')
  return data
}

test.each(['', ' ', '..', '../instance.sqlite', 'a/../../b', 'a\\b', 'a\0b', './x', 'file:x?mode=memory'])(
  'the name %j is rejected',
  (name) => {
    expect(() => databaseFile(dataFolder(), name)).toThrow(/^database /)
  },
)

test('an absolute path into the data folder is rejected, however it leads there', () => {
  const data = dataFolder()
  symlinkSync(data, join(data, '..', 'link'))
  for (const path of [
    data,
    join(data, 'instance.sqlite'),
    `${data}/databases/../instance.sqlite`,
    join(data, 'databases'),
    join(data, '..', 'link', 'instance.sqlite-wal'),
    join(data, 'storage', 'new', 'x.sqlite'),
  ]) {
    expect(() => databaseFile(data, path), path).toThrow('database names a file that belongs to the instance itself.')
  }
})

test('a link in the database folder cannot lead out of it', () => {
  const data = dataFolder()
  symlinkSync(join(data, 'instance.sqlite'), join(data, 'databases', 'link.sqlite'))
  expect(() => databaseFile(data, 'link.sqlite')).toThrow('database leads out of the database folder.')
  expect(() => databaseFile(data, join(data, 'databases', 'link.sqlite'))).toThrow('belongs to the instance itself')
})

test('a name refers to a file in the database folder, and any other absolute path to itself', () => {
  const data = dataFolder()
  expect(databaseFile(data, 'shop.sqlite')).toBe(join(data, 'databases', 'shop.sqlite'))
  expect(databaseFile(data, 'teams/a/shop')).toBe(join(data, 'databases', 'teams', 'a', 'shop'))
  expect(databaseFile(data, join(data, 'databases', 'x.sqlite'))).toBe(join(data, 'databases', 'x.sqlite'))
  expect(databaseFile(data, '/srv/shop.sqlite')).toBe('/srv/shop.sqlite')
})
