import { createHash } from 'node:crypto'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileCalls } from '../../../testing/file-calls.ts'
import { exportedPackage, importedPackage } from '../../../testing/package-calls.ts'
import { sharedInstance, testInstance } from '../../../testing/test-instance.ts'
import { zipOf } from '../../../testing/zip.ts'

const from = sharedInstance()
const to = sharedInstance()
const here = fileCalls(from)
const there = fileCalls(to)
const long = `${'0123456789'.repeat(30_000)}end`

beforeAll(async () => {
  await here.folder('docs')
  await here.folder('docs/empty')
  await here.folder('docs/docs')
  await here.put('docs/long.txt', long)
  await here.put('docs/docs/ü.bin', new Uint8Array([0, 255, 10]))
  await here.put('alone.txt', 'one')
})

let leadingOut: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  leadingOut = await zipOf({ '../../a.txt': 'x' })
})
const chosen = { files: ['docs/', 'alone.txt'] }
const nested = (folder: string) => `files/${folder}${createHash('md5').update(folder).digest('hex')}.zip`
const head = (service: object, more: object = {}) => ({ 'package.json': { version: '0.1', service, ...more } })

describe('files in an export', () => {
  it.each<[string, number, object]>([
    ['a file that is not there', 404, { files: ['nothing.txt'] }],
    ['a folder that is not there', 404, { files: ['nothing/'] }],
    ['a path that leads out', 400, { files: ['../secret'] }],
    ['an invalid path', 400, { files: [{ id: 4 }] }],
    ['files of a database', 404, { db: ['docs/'] }],
  ])('are rejected: %s', async (_, status, service) => {
    expect((await from.send('POST', 'system/package', { as: from.root, body: { service } })).status).toBe(status)
  })

  it('are listed by path, optionally with everything below', async () => {
    const { body } = await from.send('GET', 'system/package', { as: from.root })
    expect(body).toMatchObject({ service: { files: ['alone.txt', 'docs/'] } })
    const { body: whole } = await from.send('GET', 'system/package?full_tree=true', { as: from.root })
    expect(whole).toMatchObject({ service: { files: expect.arrayContaining(['docs/docs/', 'docs/long.txt']) } })
  })

  it('are stored where compatible servers expect them', async () => {
    const archive = await exportedPackage(from, chosen)
    const reader = new ZipReader(new Uint8ArrayReader(archive), { useWebWorkers: false })
    const entries = await reader.getEntries()
    const names = entries.map(({ filename }) => filename)
    expect(names).toEqual(['package.json', nested('docs/'), 'files/alone.txt'])
    const [, folder] = entries
    if (folder === undefined || folder.directory) throw new Error('No archive of the folder')
    const inner = new ZipReader(new Uint8ArrayReader(await folder.getData(new Uint8ArrayWriter())), {
      useWebWorkers: false,
    })
    const paths = (await inner.getEntries()).map(({ filename }) => filename)
    expect(paths.toSorted()).toEqual(['docs/', 'docs/ü.bin', 'empty/', 'long.txt'])
  })
})

describe('files in an import', () => {
  it.each<[string, Readonly<Record<string, string | Uint8Array | object>>, string]>([
    ['lacks a folder', head({ files: ['docs/'] }), 'contains no files/docs'],
    ['lacks a file', head({ files: ['a.txt'] }), 'contains no files/a.txt'],
    ['announces what is no path', head({ files: [{ a: 1 }] }), 'an invalid path'],
    ['has a folder that is no archive', { ...head({ files: ['docs/'] }), [nested('docs/')]: 'text' }, 'not a readable'],
    [
      'has a folder that leads out',
      { ...head({ files: ['docs/'] }), [nested('docs/')]: 'a folder that leads out' },
      'forbidden name',
    ],
    ['has files for a database', { ...head({ db: ['a.txt'] }), 'db/a.txt': 'x' }, 'service of the type'],
  ])('are rejected if the package %s', async (_, given, reason) => {
    const files = Object.entries(given).map(([name, content]) => [
      name,
      content === 'a folder that leads out' ? leadingOut : content,
    ])
    expect(await importedPackage(to, await zipOf(Object.fromEntries(files)))).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining(reason) } },
    })
  })

  it('are rejected beyond the configured number, including those in folders', async () => {
    const limited = await testInstance({ config: { packageFiles: 3 } })
    const folder = await zipOf({ 'a.txt': 'a', 'b.txt': 'b' })
    const sent = await zipOf({ ...head({ files: ['docs/'] }), [nested('docs/')]: folder })
    expect(await importedPackage(limited, sent)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('MILLWRIGHT_PACKAGE_FILES') } },
    })
  })

  it('are rejected if a folder in the package extracts to more than is allowed', async () => {
    const zeros = new Uint8Array(300 * 2 ** 20)
    const bomb = await zipOf({ ...head({ files: ['docs/'] }), [nested('docs/')]: await zipOf({ 'a.bin': zeros }) })
    expect(bomb.length).toBeLessThan(2 ** 20)
    expect(await importedPackage(to, bomb)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('unpacks to more') } },
    })
  })

  it('are removed again if another part of the package is rejected', async () => {
    await there.put('kept.txt', 'before')
    await there.folder('taken')
    const bad = await zipOf({
      ...head({ files: ['kept.txt', 'new/deep/a.txt', 'taken'] }),
      'files/kept.txt': 'after!',
      'files/new/deep/a.txt': 'x',
      'files/taken': 'a folder has this name',
    })
    const { status } = await importedPackage(to, bad, { overwrite: 'true' })
    expect([400, 409]).toContain(status)
    expect((await there.get('kept.txt')).body).toBe('before')
    expect(await there.names('?')).toEqual(['kept.txt', 'taken/'])
  })

  it('are planned, written with their folders, and left unchanged the second time', async () => {
    const archive = await exportedPackage(from, chosen, 'long enough')
    const secret = { password: 'long enough' }
    const lines = async (fields: Readonly<Record<string, string>>) => {
      const { body } = await importedPackage<{ items: { name: string; action: string; differences: unknown[] }[] }>(
        to,
        archive,
        { ...secret, ...fields },
        '?plan=true',
      )
      return body.items.map(({ name, action, differences }) => [name, action, differences])
    }
    expect(await lines({})).toEqual(
      expect.arrayContaining([
        ['docs/docs/ü.bin', 'create', []],
        ['alone.txt', 'create', []],
      ]),
    )
    expect(await there.names('?')).toEqual(['kept.txt', 'taken/'])

    expect(await importedPackage(to, archive, secret)).toMatchObject({
      status: 201,
      body: { success: true, log: { notice: ['Created 3 files in files'] } },
    })
    expect((await there.get('docs/long.txt')).body).toBe(long)
    expect(await there.names('docs/?')).toEqual(['docs/docs/', 'docs/empty/', 'docs/long.txt'])

    expect(await importedPackage(to, archive, secret)).toMatchObject({
      status: 200,
      body: { success: false, log: { notice: [expect.stringContaining('Ignored 3 files in files')] } },
    })
    await there.put('docs/long.txt', 'short')
    await there.put('alone.txt', 'two')
    expect(await lines({ overwrite: 'true' })).toEqual([
      ['docs/docs/ü.bin', 'leave', []],
      ['docs/long.txt', 'change', [{ field: 'content_length', from: 5, to: long.length }]],
      ['alone.txt', 'change', [{ field: 'content' }]],
    ])
    await importedPackage(to, archive, { ...secret, overwrite: 'true' })
    expect((await there.get('alone.txt')).body).toBe('one')
  })

  it('are read from the archive of a folder whose paths start at the root of the service', async () => {
    const inner = await zipOf({ 'far/': '', 'far/a.txt': 'a', 'far/b/c.txt': 'c' }, { 'far/': { directory: true } })
    const foreign = await zipOf({ ...head({ files: ['far/'] }), [nested('far/')]: inner })
    expect((await importedPackage(to, foreign)).status).toBe(201)
    expect((await there.get('far/b/c.txt')).body).toBe('c')
  })

  it('are skipped with a warning if their service is missing or unreachable', async () => {
    const foreign = await zipOf({
      ...head({ nowhere: ['a.txt'], away: { reachable: false }, files: ['here.txt'] }),
      'nowhere/a.txt': 'x',
      'files/here.txt': 'x',
    })
    expect(await importedPackage(to, foreign)).toMatchObject({
      status: 201,
      body: { log: { warning: [expect.stringContaining('away'), expect.stringContaining('nowhere')] } },
    })
  })
})
