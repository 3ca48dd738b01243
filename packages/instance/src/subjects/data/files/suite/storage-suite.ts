import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { zipOf } from '../../../../testing/zip.ts'
import { readZip } from '../../../operation/packages/app-packages/read-zip.ts'
import { serviceOn } from './service-on.ts'
import type { SuiteStorage } from './suite-storages.ts'

const letters = [...'abcdef']
const odd = [
  ' spaces  in it .txt',
  '%41+&=#?;.txt',
  '-rf',
  '.hidden',
  'quo"te\'<b>',
  'ünïcode 文件 🗂',
  '$(id)`id`',
  'n'.repeat(200),
]

/** What files may rely on in every storage, as tests of the file that calls it. */
export function testFilesIn(storages: readonly SuiteStorage[]): void {
  const instance = sharedInstance({ config: { uploadLimit: 20_000_000, allowPrivateHosts: ['127.0.0.1'] } })
  const { send, root: as, server } = instance
  const web = createServer((_, response) => response.end('from afar'))
  let listening: number
  beforeAll(async () => {
    listening = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => web.close(resolve)))

  describe.each(storages)('files in $name', (suite) => {
    if (!suite.answers) return it.skipIf(!suite.answers)('where the server is installed', () => {})

    const files = fixture(
      () => serviceOn(instance, suite),
      ({ storage }) => storage.drop(),
    )
    const items = (method: string, path: string, resource: object[]) =>
      send<{ resource: object[] }>(method, `${files.name}/${path}`, { as, body: { resource } })
    const remove = (path: string) => send('DELETE', `${files.name}/${path}`, { as })

    it('are rejected at invalid paths, and leave nothing behind', async () => {
      await files.folder('no')
      await files.put('no/file', 'x')
      for (const path of ['no/a%5Cb', 'no/C:b', 'no/a%01b', 'no/a%0d%0aDELE%20file', `no/${'n'.repeat(300)}`]) {
        expect(await files.put(path, 'x')).toMatchObject({ status: 400 })
      }
      const absent = ['no/none', 'no/none/', 'no', 'no/file/', 'no/none/?zip=true', 'no/none/?include_properties=true']
      for (const path of absent) {
        expect(await files.get(path)).toMatchObject({ status: 404 })
      }
      expect(await files.put('no/none/x', 'x')).toMatchObject({ status: 404 })
      expect(await files.put('no/file/x', 'x')).toMatchObject({ status: 404 })
      expect(await files.put('no', 'x')).toMatchObject({ status: 409 })
      expect(await files.put('no/file?check_exist=true', 'y')).toMatchObject({ status: 400 })
      expect(await files.folder('no')).toMatchObject({ status: 400 })
      expect(await files.folder('no/file')).toMatchObject({ status: 400 })
      expect(await files.put('no/long', new Uint8Array(20_000_001))).toMatchObject({ status: 413 })
      const refused = await items('POST', 'no/', [{ name: '../x' }, { name: 'x', source_path: 'none' }])
      expect(refused.body.resource).toMatchObject([{ error: { code: 400 } }, { error: { code: 404 } }])
      expect(await remove('no/none')).toMatchObject({ status: 404 })
      expect(await remove('no/none/')).toMatchObject({ status: 200 })
      expect(await remove('no/')).toMatchObject({ status: 400 })
      expect((await files.get('no/file')).body).toBe('x')
      expect(await files.names('?full_tree=true&')).toEqual(['no/', 'no/file'])
    })

    it('are visible only when complete, and interrupted uploads leave nothing behind', async () => {
      const before = await files.names('?full_tree=true&')
      const socket = connect(listening, '127.0.0.1')
      socket.write(
        `POST /api/v2/${files.name}/half.bin HTTP/1.1\r\nHost: x\r\nX-DreamFactory-Session-Token: ${as.token}\r\n`,
      )
      socket.write('Content-Length: 19000000\r\n\r\n')
      await new Promise((resolve) => socket.write(Buffer.alloc(9_000_000), resolve))
      expect(await files.names('?full_tree=true&')).toEqual(before)
      socket.destroy()
      const { folder } = files.storage
      if (folder !== null) {
        await expect.poll(async () => (await readdir(folder)).filter((each) => each.endsWith('.part'))).toEqual([])
      }
      expect(await files.names('?full_tree=true&')).toEqual(before)
    })

    it('are written and read, whole, in ranges, and not again by clients that have them cached', async () => {
      expect(await files.put('a.txt', 'first')).toMatchObject({ status: 201, body: { name: 'a.txt', path: 'a.txt' } })
      await files.put('a.txt', '0123456789')
      const all = await files.get('a.txt')
      expect(all).toMatchObject({
        status: 200,
        body: '0123456789',
        headers: { 'content-type': 'text/plain; charset=utf-8', 'content-length': '10' },
      })
      for (const [range, status, body] of [
        ['bytes=2-4', 206, '234'],
        ['bytes=-3', 206, '789'],
        ['bytes=8-100', 206, '89'],
        ['bytes=10-', 416, { error: expect.objectContaining({ code: 416 }) }],
      ] as const) {
        expect(await files.get('a.txt', { range })).toMatchObject({ status, body })
      }
      expect(await files.get('a.txt', { 'if-none-match': all.headers.etag ?? '' })).toMatchObject({ status: 304 })
      expect(await send('HEAD', `${files.name}/a.txt`, { as })).toMatchObject({
        status: 200,
        headers: { 'content-length': '10' },
      })
      expect((await files.get('a.txt?download=true')).headers['content-disposition']).toMatch(/^attachment/)
      expect(await files.get('a.txt?include_properties=true&content=true&is_base64=false')).toMatchObject({
        body: { path: 'a.txt', content_length: 10, content: '0123456789' },
      })
      expect(all.headers['last-modified']).toMatch(/ GMT$/)
      expect(await files.put('empty', '')).toMatchObject({ status: 201 })
      expect(await files.get('empty')).toMatchObject({ status: 200, body: '', headers: { 'content-length': '0' } })
    })

    it('of many bytes are returned unchanged', async () => {
      const bytes = Buffer.alloc(17_000_001, 'a line of words that is not as long as any power of two\n')
      expect(await files.put('long.bin', bytes)).toMatchObject({ status: 201 })
      const read = await server.inject({
        url: `/api/v2/${files.name}/long.bin`,
        headers: { 'x-dreamfactory-session-token': as.token },
      })
      expect(bytes.equals(read.rawPayload)).toBe(true)
      const part = bytes.subarray(9_000_000, 9_000_050).toString()
      expect(await files.get('long.bin', { range: 'bytes=9000000-9000049' })).toMatchObject({ status: 206, body: part })
      expect((await files.get('long.bin', { range: 'bytes=-10' })).body).toBe(bytes.subarray(-10).toString())
    })

    it('can have any kind of name', async () => {
      await files.folder('odd')
      const possible = odd.filter((each) => suite.unable?.test(each) !== true)
      for (const each of possible) {
        const path = `odd/${encodeURIComponent(each)}`
        expect([each, (await files.folder(`${path}d`)).status]).toEqual([each, 201])
        expect([each, (await files.put(`${path}d/${encodeURIComponent(each)}`, each)).status]).toEqual([each, 201])
        expect([each, (await files.put(path, each)).status]).toEqual([each, 201])
        expect((await files.get(path)).body).toBe(each)
        expect((await files.get(`${path}d/${encodeURIComponent(each)}`)).body).toBe(each)
      }
      const listed = possible.flatMap((each) => [`odd/${each}`, `odd/${each}d/`, `odd/${each}d/${each}`])
      expect([...(await files.names('odd/?full_tree=true&'))].sort()).toEqual(listed.sort())
      expect(await remove('odd/?force=true')).toMatchObject({ status: 200 })
      expect((await files.get('odd/')).status).toBe(404)
    })

    it('are listed by name, filtered on request', async () => {
      for (const each of ['tree/x', 'tree/x/deep']) await files.folder(each)
      await files.put('tree/A.md', 'a')
      await files.put('tree/x/deep/b.txt', 'bb')
      const { body } = await files.get<{ resource: object[] }>('tree/?fields=path,content_length,type')
      expect(body.resource).toEqual([
        { path: 'tree/A.md', content_length: 1, type: 'file' },
        { path: 'tree/x/', type: 'folder' },
      ])
      expect(await files.names('tree/?full_tree=1&')).toEqual([
        'tree/A.md',
        'tree/x/',
        'tree/x/deep/',
        'tree/x/deep/b.txt',
      ])
      expect(await files.names('tree/?include_files=false&')).toEqual(['tree/x/'])
      expect(await files.names('tree/?full_tree=1&search=B.T&')).toEqual(['tree/x/deep/b.txt'])
      expect(await files.get('tree/x/?include_properties=true')).toMatchObject({
        body: { resource: { name: 'x', path: 'tree/x/' } },
      })
      expect(await files.get('?include_properties=true')).toMatchObject({
        status: 200,
        body: { resource: { path: '' } },
      })
      const access = await files.get<{ resource: string[] }>('?as_access_list=true')
      expect(access.body.resource).toEqual(expect.arrayContaining(['', '*', 'tree/x/deep/', 'tree/x/deep/*']))
    })

    it('are uploaded by form, list and URL', async () => {
      await files.folder('in')
      const data = new FormData()
      for (const each of ['one', 'zwei ä']) data.append('files[]', new File([each], `${each}.txt`))
      const encoded = new Response(data)
      const type = { 'content-type': encoded.headers.get('content-type') ?? '' }
      expect(await files.put('in/', await encoded.bytes(), type)).toMatchObject({
        status: 201,
        body: { resource: [{ path: 'in/one.txt' }, { path: 'in/zwei ä.txt', type: 'file' }] },
      })
      await items('POST', 'in/', [
        { name: 'sub', type: 'folder' },
        { name: 'b', content: 'eHk=', is_base64: true },
      ])
      expect((await files.get('in/b')).body).toBe('xy')
      const address = web.address()
      const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/a`
      expect(await files.put(`in/?url=${encodeURIComponent(url)}&filename=far.txt`, '')).toMatchObject({ status: 201 })
      expect((await files.get('in/far.txt')).body).toBe('from afar')
    })

    it('are copied, moved and renamed', async () => {
      await files.folder('from/in/none')
      await files.put('from/in/a.txt', 'a')
      const act = async (item: object) => (await items('POST', '', [{ type: 'folder', ...item }])).body.resource[0]
      expect(await act({ name: 'copy', source_path: 'from/' })).toEqual({ name: 'copy', path: 'copy/', type: 'folder' })
      expect(await files.names('copy/?full_tree=1&')).toEqual(['copy/in/', 'copy/in/a.txt', 'copy/in/none/'])
      expect(await act({ name: 'copy', source_path: 'from/' })).toMatchObject({ error: { code: 400 } })
      expect(await act({ path: 'from/in/x/', source_path: 'from/', delete_source: true })).toMatchObject({
        error: { code: 400 },
      })
      expect(await act({ name: 'moved', source_path: 'from/', delete_source: true })).toMatchObject({ path: 'moved/' })
      expect(await act({ name: 'b.txt', source_path: 'copy/in/a.txt', delete_source: true })).toMatchObject({
        path: 'b.txt',
      })
      expect(await files.names('moved/?full_tree=1&')).toEqual(['moved/in/', 'moved/in/a.txt', 'moved/in/none/'])
      expect((await files.get('b.txt')).body).toBe('a')
      expect((await files.get('copy/in/a.txt')).status).toBe(404)
      expect((await files.get('from/')).status).toBe(404)
    })

    it('are deleted with their content only on explicit request', async () => {
      await files.folder('gone/in')
      await files.put('gone/in/a.txt', 'a')
      await files.put('gone/b.txt', 'b')
      const deleted = await items('DELETE', 'gone/?force=true', [
        { path: 'gone/in/', type: 'folder' },
        { name: 'b.txt' },
        { name: 'none' },
      ])
      expect(deleted).toMatchObject({ status: 200, body: { resource: [{}, {}, { error: { code: 404 } }] } })
      expect(await files.names('gone/?')).toEqual([])
      for (const each of ['c.txt', 'd.txt']) await files.put(`gone/${each}`, 'c')
      expect(await send('DELETE', `${files.name}/gone/?content_only=true&force=true`, { as })).toMatchObject({
        status: 200,
      })
      expect(await files.names('gone/?')).toEqual([])
      expect(await remove('gone/')).toMatchObject({ status: 200 })
      expect((await files.get('gone/')).status).toBe(404)
    })

    it('are uploaded and downloaded as archives', async () => {
      await files.folder('box/ü/empty')
      await files.put('box/ü/a.txt', 'text '.repeat(10_000))
      const answer = await server.inject({
        url: `/api/v2/${files.name}/box/?zip=true`,
        headers: { 'x-dreamfactory-session-token': as.token },
      })
      const found = await readZip(new Uint8Array(answer.rawPayload), { files: 9, bytes: 1e6 })
      expect(found.map(({ path, bytes }) => [path, bytes.length])).toEqual([['ü/a.txt', 50_000]])
      const unpack = (archive: Uint8Array) =>
        files.put('box/?extract=true&clean=true', archive, { 'x-file-name': 'a.zip' })
      expect(await unpack(await zipOf({ ok: '1', '../out': 'x' }))).toMatchObject({ status: 400 })
      expect(await files.names('box/?full_tree=1&')).toEqual(['box/ü/', 'box/ü/a.txt', 'box/ü/empty/'])
      const archive = await zipOf(
        { 'in/': '', 'in/a.txt': 'a', 'new/b.txt': 'b', 'new/deep/c.txt': 'c' },
        { 'in/': { directory: true } },
      )
      expect(await unpack(archive)).toMatchObject({ status: 201 })
      const unpacked = ['box/in/', 'box/in/a.txt', 'box/new/', 'box/new/b.txt', 'box/new/deep/', 'box/new/deep/c.txt']
      expect(await files.names('box/?full_tree=1&')).toEqual(unpacked)
    })

    it('written at the same time equal one of the uploads', async () => {
      const written = await Promise.all(letters.map((letter) => files.put('race.txt', letter.repeat(200_000))))
      expect(written.map(({ status }) => status)).toEqual(letters.map(() => 201))
      expect(letters.map((letter) => letter.repeat(200_000))).toContain((await files.get('race.txt')).body)
    })

    it('are stored for the first of concurrent creates only', async () => {
      const kept = await Promise.all(letters.map((letter) => files.put('once.txt?check_exist=true', letter)))
      expect(kept.filter(({ status }) => status === 201)).toHaveLength(1)
    })

    it('are public below a public path, and nowhere else', async () => {
      await files.folder('open')
      await files.put('open/index.html', '<p>')
      await files.put('closed.txt', 'x')
      const config = { ...files.storage.config, public_path: ['open'] }
      await send('PATCH', `system/service/${files.id}`, { as, body: { config } })
      expect(await send('GET', `/${files.name}/open/`)).toMatchObject({ status: 200, body: '<p>' })
      expect((await send('GET', `/${files.name}/closed.txt`)).status).toBe(403)
      expect((await send('GET', `/${files.name}/open/none`)).status).toBe(404)
    })

    it('belong to an app stored there, and are deleted with it on request', async () => {
      await files.folder('site')
      await files.put('site/index.html', '<p>')
      const app = {
        name: `app on ${files.name}`,
        type: 1,
        is_active: true,
        storage_service_id: files.id,
        storage_container: 'site',
      }
      const made = await send<{ resource: [{ id: number }] }>('POST', 'system/app', { as, body: { resource: [app] } })
      expect(await send('GET', `/${files.name}/site/`)).toMatchObject({ status: 200, body: '<p>' })
      await send('DELETE', `system/app/${made.body.resource[0].id}?delete_storage=true`, { as })
      expect((await files.get('site/')).status).toBe(404)
    })
  })
}
