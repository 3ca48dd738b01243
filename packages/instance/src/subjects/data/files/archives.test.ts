import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { describe, expect, it } from 'vitest'
import { fileCalls } from '../../../testing/file-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { zipOf } from '../../../testing/zip.ts'
import { readZip } from '../../operation/packages/app-packages/read-zip.ts'

const instance = sharedInstance()
const { send, make, parts, server, root } = instance
const { get, put, folder, names } = fileCalls(instance)

describe('archives', () => {
  const unpack = (archive: Uint8Array, flags = '') =>
    put(`box/?extract=true${flags}`, archive, { 'x-file-name': 'a.zip' })

  it('change nothing if they are broken, too large or hostile', async () => {
    await folder('box')
    await put('box/kept.txt', 'kept')
    const good = await zipOf({ 'a.txt': 'a', 'b.txt': 'some text that is stored' })
    const directory = Buffer.from(good).lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    const saying = (offset: number, value: number) => {
      const copy = Buffer.from(good)
      copy.writeUInt32LE(value, directory + offset)
      return copy
    }
    const checksum = saying(16, 1)
    const size = saying(24, 2 ** 30)
    const link = await zipOf({ link: '/etc/passwd' }, { link: { unixMode: 0o120777 } })
    const hostile = [await zipOf({ ok: '1', '../out': 'x' }), await zipOf({ '/etc/x': 'x' }), Buffer.from('PK no')]
    const both = [await zipOf({ 'a/b': '1', a: '2' }), await zipOf({ a: '1', 'a/b/c': '2' })]
    for (const archive of [good.slice(0, -30), checksum, size, link, ...hostile, ...both]) {
      expect(await unpack(archive, '&clean=true')).toMatchObject({ status: 400 })
    }
    expect(await names('box/?')).toEqual(['box/kept.txt'])
    expect(await readdir(join(parts.config.dataFolder, 'drafts'))).toEqual([])
  })

  it('are extracted into a folder that does not exist yet, unless it is a file', async () => {
    const archive = await zipOf({ 'in/a.txt': 'a' })
    await put('plain', 'text')
    expect(await put('plain/?extract=true', archive, { 'x-file-name': 'a.zip' })).toMatchObject({ status: 400 })
    expect(await put('new/deep/?extract=true', Buffer.from('PK no'), { 'x-file-name': 'a.zip' })).toMatchObject({
      status: 400,
    })
    expect(await get('new/')).toMatchObject({ status: 404 })
    expect(await put('new/deep/?extract=true', archive, { 'x-file-name': 'a.zip' })).toMatchObject({ status: 201 })
    expect(await names('new/?full_tree=1&')).toEqual(['new/deep/', 'new/deep/in/', 'new/deep/in/a.txt'])
  })

  it('are extracted without the metadata of macOS', async () => {
    await folder('mac')
    const litter = { '.DS_Store': 'x', '__MACOSX/._a.txt': 'x', '__MACOSX/in/._b.txt': 'x', 'in/._b.txt': 'x' }
    const links = { '__MACOSX/._a.txt': { unixMode: 0o120777 } }
    const archive = await zipOf({ ...litter, 'a.txt': 'a', 'in/b.txt': 'b', 'in/.hidden': 'c' }, links)
    expect(await put('mac/?extract=true', archive, { 'x-file-name': 'a.zip' })).toMatchObject({ status: 201 })
    const list = await names('mac/?full_tree=1&')
    expect(list).toEqual(['mac/a.txt', 'mac/in/', 'mac/in/.hidden', 'mac/in/b.txt'])
  })

  it('are extracted into a folder, which is emptied on request', async () => {
    await folder('box')
    await put('box/kept.txt', 'kept')
    const archive = await zipOf({ 'in/': '', 'in/a.txt': 'a' }, { 'in/': { directory: true } })
    expect(await unpack(archive)).toEqual(
      expect.objectContaining({ status: 201, body: { name: 'box', path: 'box/', type: 'file' } }),
    )
    expect(await names('box/?full_tree=1&')).toEqual(['box/in/', 'box/in/a.txt', 'box/kept.txt'])
    await unpack(archive, '&clean=true')
    expect(await names('box/?full_tree=1&')).toEqual(['box/in/', 'box/in/a.txt'])
  })
})

it('compresses the files of an archive only if that makes them smaller', async () => {
  await folder('mixed')
  const bodies = {
    'noise.bin': randomBytes(90_000),
    'none.txt': Buffer.alloc(0),
    'text.bin': Buffer.from('text '.repeat(20_000)),
  }
  for (const [name, body] of Object.entries(bodies)) await put(`mixed/${name}`, body)
  const headers = { 'x-dreamfactory-session-token': root.token }
  const { rawPayload } = await server.inject({ url: '/api/v2/files/mixed/?zip=true', headers })
  const archive = new ZipReader(new Uint8ArrayReader(rawPayload))
  const packed = (await archive.getEntries()).map(({ filename, compressedSize }) => [filename, compressedSize])
  expect(packed).toEqual([
    ['noise.bin', 90_000],
    ['none.txt', 0],
    ['text.bin', expect.toSatisfy((size: number) => size < 5000)],
  ])
  const files = await readZip(new Uint8Array(rawPayload), { files: 9, bytes: 1e6 })
  expect(Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes)]))).toEqual(bodies)
})

it('lists, trees, archives and moves only files that the caller could request one by one', async () => {
  await folder('shared/secret')
  await put('shared/a.txt', 'a')
  await put('shared/secret/b.txt', 'b')
  const service_id = await make.serviceId('files')
  const verbs = ['GET', 'POST', 'PUT', 'DELETE'] as const
  const role = await make.role({
    access: [
      { service_id, component: 'shared/', verbs: [...verbs] },
      { service_id, component: 'shared/*', verbs: [...verbs] },
      { service_id, component: 'shared/secret/', verbs: [] },
      { service_id, component: 'shared/secret/b.txt', verbs: [] },
    ],
  })
  const { api_key: key } = await make.app({ role_id: role.id })
  const asked = <Body = unknown>(method: string, path: string, body?: unknown) =>
    send<Body>(method, `files/${path}`, { key, ...(body === undefined ? {} : { body }) })
  expect(await asked('GET', 'shared/a.txt')).toMatchObject({ status: 200 })
  expect(await asked('GET', 'shared/secret/b.txt')).toMatchObject({ status: 401 })
  expect(await asked('GET', 'shared/?full_tree=true&as_list=true')).toMatchObject({
    body: { resource: ['shared/a.txt'] },
  })
  const act = async (item: object) =>
    (await asked<{ resource: [object] }>('POST', 'shared/', { resource: [item] })).body.resource[0]
  const denied = { error: { code: 401 } }
  expect(await act({ name: 'b', source_path: 'shared/secret/b.txt' })).toMatchObject(denied)
  expect(await act({ path: 'elsewhere.txt', content: 'x' })).toMatchObject(denied)
  const listed = [{ path: 'shared/secret/b.txt' }, { path: 'shared/secret/', type: 'folder' }]
  expect(await asked('DELETE', 'shared/?force=true', { resource: listed })).toMatchObject({
    body: { resource: [denied, denied] },
  })
  expect(await asked('DELETE', 'shared/?content_only=true&force=true')).toMatchObject({ status: 401 })
  expect((await get('shared/secret/b.txt')).body).toBe('b')
})
