import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestPlace } from '../../../../testing/test-store.ts'
import { writeArchive } from './archive.ts'
import { restore } from './restore.ts'

/** Restores a backup with these files, and expects that nothing is left of it. */
async function refused(files: readonly (readonly [name: string, text: string])[], reason: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { dataFolder, databaseUrl, remove } = await createTestPlace('sqlite')
  onTestFinished(remove)
  const file = join(folder, 'backup.tar.gz')
  await writeArchive(file, async (archive) => {
    for (const [name, text] of files) await archive.addText(name, text)
  })
  await expect(restore({ dataFolder, databaseUrl, secret: '5a'.repeat(32) }, file, null)).rejects.toThrow(reason)
  expect(await readdir(dataFolder)).toEqual([])
}

/** The files of a backup, with the manifest that announces them. */
function backup(files: Readonly<Record<string, string>>, more: object = {}): (readonly [string, string])[] {
  const contents = Object.entries(files).map(([name, text]) => {
    return [name, { size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }] as const
  })
  const manifest = {
    format: 1,
    version: '0',
    date: '',
    migrations: [1],
    lastIds: {},
    files: Object.fromEntries(contents),
  }
  return [...Object.entries(files), ['manifest.json', JSON.stringify({ ...manifest, ...more })]]
}

test.each([
  ['manifest.json', 2 ** 27],
  ['secret.json', 2 ** 16],
  ['store/setting.ndjson', 2 ** 24],
])('an endless %s is not read', async (name, most) => {
  await refused([[name, ' '.repeat(most + 1)]], `'${name}' has more than ${most} bytes`)
})

test.each([
  '../evil',
  'data/../../evil',
  'data/secret',
  'data/instance.sqlite',
  'data/instance.sqlite-wal',
  '/etc/passwd',
  'store/../data/a',
  'store/evil.ndjson',
  'data//a',
  'data/./a',
])('a file %s is in no backup', async (name) => {
  await refused(backup({ [name]: 'x' }), `it contains '${name}', which is not part of a backup`)
})

test.each<[string, readonly (readonly [string, string])[], string]>([
  ['a file twice', [['data/a', '1'], ...backup({ 'data/a': '2' })], "it contains 'data/a' twice"],
  [
    'a file that nobody announced',
    [['data/b', '1'], ...backup({ 'data/a': '2' })],
    "'data/b', which is not in its manifest",
  ],
  ['two manifests', [...backup({}), ...backup({ 'data/a': '2' })], "it contains 'manifest.json' twice"],
  [
    'another content than announced',
    backup({}, { files: { 'data/a': { size: 0, sha256: '' } } }),
    'does not match its checksum',
  ],
  ['ids of an unknown table', backup({}, { lastIds: { evil: 1 } }), 'its manifest cannot be read'],
  ['ids that are no numbers', backup({}, { lastIds: { role: '1; drop table role' } }), 'its manifest cannot be read'],
  ['rows of other columns', backup({ 'store/role.ndjson': '{"id":1,"a\\" = 1 --":2}\n' }), 'Nothing was restored'],
  ['rows that are none', backup({ 'store/role.ndjson': '[]\n' }), 'Nothing was restored'],
  ['a file where a folder is', backup({ 'data/a': '1', 'data/a/b': '2' }), 'Nothing was restored'],
])('a backup with %s is refused, and nothing of it is kept', (_, files, reason) => refused(files, reason))
