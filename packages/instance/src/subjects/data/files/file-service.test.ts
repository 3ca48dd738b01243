import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileCalls } from '../../../testing/file-calls.ts'
import { sharedInstance, testInstance } from '../../../testing/test-instance.ts'
import { readZip } from '../../operation/packages/app-packages/read-zip.ts'

const instance = sharedInstance({ config: { uploadLimit: 2_000_000 } })
const { send, root: as, parts, server } = instance
const { get, put, folder, names } = fileCalls(instance)
let place: string
beforeAll(() => {
  place = join(parts.config.dataFolder, 'storage', 'files')
})

const form = (...files: [field: string, name: string, content: string][]) => {
  const data = new FormData()
  for (const [field, name, content] of files) data.append(field, new File([content], name))
  return data
}
const post = async (path: string, body: FormData) => {
  const encoded = new Response(body)
  return put(path, await encoded.bytes(), { 'content-type': encoded.headers.get('content-type') ?? '' })
}

describe('rejects', () => {
  it.each([
    ['a%5Cb.txt', 400],
    ['C:/b.txt', 400],
    ['a%01b.txt', 400],
    ['a%00b.txt', 400],
    [`${'n'.repeat(300)}.txt`, 400],
    [`${'d/'.repeat(600)}x`, 400],
    ['%ff', 400],
    ['nowhere/b.txt', 404],
  ])('writes to %s', async (path, status) => {
    expect((await put(path, 'x')).status).toBe(status)
    expect(await get(path)).not.toMatchObject({ status: 200 })
  })

  it('names in headers, lists and forms that leave the folder', async () => {
    for (const name of ['../x', 'a/b', '..', 'a\\b']) {
      expect((await put('', 'x', { 'x-file-name': name })).status).toBe(400)
      expect((await put('', '', { 'x-folder-name': name })).status).toBe(400)
      const listed = await send<{ resource: [object] }>('POST', 'files/', { as, body: { resource: [{ name }] } })
      expect(listed.body.resource[0]).toMatchObject({ error: { code: 400 } })
    }
    expect((await post('', form(['files', '..', 'x']))).status).toBe(400)
  })

  it('missing files, and folders requested as files', async () => {
    await folder('plain')
    for (const path of ['none', 'none/', 'plain', 'none/?zip=true', 'none/?include_properties=true']) {
      expect(await get(path)).toMatchObject({ status: 404 })
    }
    expect(await send('DELETE', 'files/none', { as })).toMatchObject({ status: 404 })
    expect(await send('DELETE', 'files/none?no_check=true', { as })).toMatchObject({ status: 200 })
    expect(await send('DELETE', 'files/none/', { as })).toMatchObject({ status: 200 })
    expect(await send('DELETE', 'files/', { as })).toMatchObject({ status: 400 })
    expect(await send('PATCH', 'files/plain/', { as, body: {} })).toMatchObject({ status: 501 })
    expect(await folder('plain')).toMatchObject({ status: 400 })
  })

  it('following links', async () => {
    await mkdir(place, { recursive: true })
    await writeFile(join(parts.config.dataFolder, 'outside.txt'), 'outside')
    await symlink(parts.config.dataFolder, join(place, 'link'))
    for (const path of ['link/outside.txt', 'link/', 'link/?full_tree=true']) expect((await get(path)).status).toBe(404)
    expect((await put('link/new.txt', 'x')).status).toBe(404)
    await send('DELETE', 'files/link/?force=true', { as })
    expect(await readdir(parts.config.dataFolder)).toContain('outside.txt')
    expect(await names('?')).not.toContain('link/')
  })

  it('files that are too large, and stores nothing of them', async () => {
    await folder('long')
    expect(await put('long/a.bin', new Uint8Array(2_000_001))).toMatchObject({ status: 413 })
    expect(await post('long/', form(['files', 'a.bin', 'x'.repeat(2_000_001)]))).toMatchObject({ status: 413 })
    expect(await readdir(join(place, 'long'))).toEqual([])
  })

  it('malformed forms, and several files for one path', async () => {
    await folder('forms')
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const half = '--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nhalf of it'
    expect(await put('forms/', half, headers)).toMatchObject({ status: 400 })
    expect(await put('forms/', half, { 'content-type': 'multipart/form-data' })).toMatchObject({ status: 400 })
    expect(await post('forms/x', form(['files', 'a', '1'], ['files', 'b', '2']))).toMatchObject({ status: 400 })
    expect(await readdir(join(place, 'forms'))).toEqual([])
  })
})

it('stores nothing of an interrupted upload', async () => {
  await using instance = await testInstance()
  const address = new URL(await instance.server.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(address.port), '127.0.0.1')
  const head = `POST /api/v2/files/a.bin HTTP/1.1\r\nHost: x\r\nX-DreamFactory-Session-Token: ${instance.root.token}\r\n`
  socket.write(`${head}Content-Length: 1000000\r\n\r\n`)
  socket.write(Buffer.alloc(100_000))
  const within = join(instance.parts.config.dataFolder, 'storage', 'files')
  await expect.poll(() => readdir(within).catch(() => [])).toEqual([expect.stringMatching(/\.part$/)])
  const listed = await instance.send<{ resource: [] }>('GET', 'files/', { as: instance.root })
  expect(listed.body.resource).toEqual([])
  socket.destroy()
  await expect.poll(() => readdir(within)).toEqual([])
})

describe('files', () => {
  it('are only replaced while If-Match matches', async () => {
    await put('mine.txt', 'first')
    const { headers } = await get('mine.txt')
    const ifMatch = { 'if-match': String(headers.etag) }
    expect((await put('mine.txt', 'second', ifMatch)).status).toBe(201)
    expect((await put('mine.txt', 'third', ifMatch)).status).toBe(412)
    expect((await put('never-there.txt', 'third', ifMatch)).status).toBe(412)
    expect((await get('mine.txt')).body).toBe('second')
  })

  it('are written and read, with their metadata', async () => {
    await folder('docs')
    expect(await put('docs/a.txt', 'some text')).toMatchObject({
      status: 201,
      body: { name: 'a.txt', path: 'docs/a.txt', type: 'file' },
    })
    const read = await get('docs/a.txt')
    expect(read).toMatchObject({ status: 200, body: 'some text' })
    expect(read.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '9',
      'content-disposition': 'inline; filename="a.txt"',
      'last-modified': expect.any(String),
    })
    expect((await get('docs/a.txt?download=true')).headers['content-disposition']).toMatch(/^attachment/)
    expect(await get('docs/a.txt?include_properties=true&content=true')).toMatchObject({
      body: { path: 'docs/a.txt', content_length: 9, content: Buffer.from('some text').toString('base64') },
    })
    expect(await put('docs/a.txt?check_exist=true', 'other')).toMatchObject({ status: 400 })
    expect(await send('PUT', 'files/docs/a.txt', { as, body: '{"not":"parsed' })).toMatchObject({ status: 201 })
    expect((await get('docs/a.txt')).body).toBe('{"not":"parsed')
  })

  it('are sent in ranges, and not again to clients that have them cached', async () => {
    await put('range.txt', '0123456789')
    const all = await get('range.txt')
    for (const [range, status, body] of [
      ['bytes=2-4', 206, '234'],
      ['bytes=-3', 206, '789'],
      ['bytes=8-100', 206, '89'],
      ['bytes=10-', 416, { error: expect.objectContaining({ code: 416 }) }],
      ['bytes=4-2', 200, '0123456789'],
      ['bytes=0-1,3-4', 200, '0123456789'],
    ] as const) {
      expect(await get('range.txt', { range })).toMatchObject({ status, body })
    }
    expect(await get('range.txt', { range: 'bytes=0-0', 'if-range': '"old"' })).toMatchObject({ status: 200 })
    expect(await get('range.txt', { 'if-none-match': all.headers.etag ?? '' })).toMatchObject({ status: 304 })
    const since = all.headers['last-modified'] ?? ''
    expect(await get('range.txt', { 'if-modified-since': since })).toMatchObject({ status: 304 })
    const head = await send('HEAD', 'files/range.txt', { as })
    expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': '10' } })
  })

  it('that are HTML pages cannot act as the console', async () => {
    await put('page.html', '<script>')
    const { headers } = await get('page.html')
    expect(headers['content-security-policy']).toBe('sandbox')
    expect(headers['content-disposition']).toBeUndefined()
  })

  it('are uploaded by header, form and list, with names in any language', async () => {
    await folder('in')
    const name = Buffer.from('ü.txt').toString('latin1')
    expect(await put('in/', 'x', { 'x-file-name': name })).toMatchObject({ body: { path: 'in/ü.txt' } })
    expect(await get(`in/${encodeURIComponent('u\u0308.txt')}`)).toMatchObject({ status: 200, body: 'x' })
    expect(await post('in/', form(['files', 'one.txt', '1'], ['files[]', 'zwei ä.txt', '2']))).toMatchObject({
      status: 201,
      body: { resource: [{ path: 'in/one.txt' }, { path: 'in/zwei ä.txt', type: 'file' }] },
    })
    expect(await post('in/sole.txt', form(['files', 'other.txt', '3']))).toMatchObject({
      body: { path: 'in/sole.txt' },
    })
    const body = {
      resource: [{ name: 'sub', type: 'folder' }, { name: 'b', content: 'eHk=', is_base64: true }, { name: 'b/c' }],
    }
    const listed = await send<{ resource: object[] }>('POST', 'files/in/', { as, body })
    expect(listed.status).toBe(201)
    expect(listed.body.resource[2]).toMatchObject({
      name: 'b/c',
      path: expect.stringMatching(/b\/c$/),
      error: { code: 400 },
    })
    expect((await get('in/b')).body).toBe('xy')
    expect(await names('in/?')).toEqual(['in/b', 'in/one.txt', 'in/sole.txt', 'in/sub/', 'in/zwei ä.txt', 'in/ü.txt'])
  })

  it('written at the same time equal one of the uploads', async () => {
    const letters = [...'abcdefgh']
    await Promise.all(letters.map((letter) => put('race.txt', letter.repeat(300_000))))
    const { body } = await get('race.txt')
    expect(letters.map((letter) => letter.repeat(300_000))).toContain(body)
    const kept = await Promise.all(letters.map((letter) => put('once.txt?check_exist=true', letter)))
    expect(kept.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await readdir(place)).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('folders', () => {
  it('are listed by name, filtered on request', async () => {
    await send('POST', 'files/', { as, headers: { 'x-folder-name': 'tree' } })
    await folder('tree/x/deep')
    await put('tree/A.md', 'a')
    await put('tree/x/deep/b.txt', 'b')
    const { body } = await get<{ resource: object[] }>('tree/')
    expect(body.resource).toEqual([
      {
        path: 'tree/A.md',
        content_type: 'text/plain',
        last_modified: expect.stringMatching(/GMT$/),
        content_length: 1,
        name: 'A.md',
        type: 'file',
      },
      { path: 'tree/x/', last_modified: expect.any(String), name: 'x', type: 'folder' },
    ])
    expect(await names('tree/?full_tree=1&')).toEqual(['tree/A.md', 'tree/x/', 'tree/x/deep/', 'tree/x/deep/b.txt'])
    expect(await names('tree/?include_files=false&')).toEqual(['tree/x/'])
    expect(await names('tree/?full_tree=1&search=B.T&')).toEqual(['tree/x/deep/b.txt'])
    expect(await get('tree/?fields=name&include_folders=0')).toMatchObject({ body: { resource: [{ name: 'A.md' }] } })
    expect(await get('tree/x/?include_properties=true')).toMatchObject({
      body: { resource: { name: 'x', path: 'tree/x/' } },
    })
    const access = await get<{ resource: string[] }>('?as_access_list=true')
    expect(access.body.resource).toEqual(expect.arrayContaining(['', '*', 'tree/x/deep/', 'tree/x/deep/*']))
  })

  it('are copied, moved and renamed', async () => {
    await folder('from/in')
    await put('from/in/a.txt', 'a')
    const act = async (item: object) => {
      const body = { resource: [{ type: 'folder', ...item }] }
      return (await send<{ resource: [object] }>('POST', 'files/', { as, body })).body.resource[0]
    }
    expect(await act({ name: 'copy', source_path: 'from/' })).toEqual({ name: 'copy', path: 'copy/', type: 'folder' })
    expect((await get('copy/in/a.txt')).body).toBe('a')
    expect(await act({ name: 'copy', source_path: 'from/' })).toMatchObject({ error: { code: 400 } })
    expect(await act({ path: 'from/in/in2/', source_path: 'from/', delete_source: true })).toMatchObject({
      error: { code: 400 },
    })
    expect(await act({ name: 'moved', source_path: 'from/', delete_source: true })).toMatchObject({ path: 'moved/' })
    expect(await names('moved/?full_tree=1&')).toEqual(['moved/in/', 'moved/in/a.txt'])
    expect((await get('from/')).status).toBe(404)
  })

  it('are deleted with their content only on explicit request', async () => {
    await folder('gone/in')
    await put('gone/in/a.txt', 'a')
    await put('gone/b.txt', 'b')
    expect(await send('DELETE', 'files/gone/', { as })).toMatchObject({ status: 400 })
    const body = { resource: [{ path: 'gone/in/', type: 'folder' }, { name: 'b.txt' }, { name: 'none' }] }
    const headers = { 'x-http-method': 'DELETE' }
    const deleted = await send<{ resource: object[] }>('POST', 'files/gone/?force=true', { as, body, headers })
    expect(deleted).toMatchObject({ status: 200, body: { resource: [{}, {}, { error: { code: 404 } }] } })
    expect(await names('gone/?')).toEqual([])
    await put('gone/c.txt', 'c')
    expect(await send('DELETE', 'files/gone/?content_only=true&force=true', { as })).toMatchObject({ status: 200 })
    expect(await names('gone/?')).toEqual([])
    expect(await send('DELETE', 'files/gone/', { as })).toMatchObject({ status: 200 })
    expect((await get('gone/')).status).toBe(404)
  })

  it('are downloaded as archives', async () => {
    await folder('pack/ü/empty')
    await put('pack/ü/a.txt', 'text '.repeat(10_000))
    const answer = await server.inject({
      url: `/api/v2/files/pack/?zip=true`,
      headers: { 'x-dreamfactory-session-token': as.token },
    })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="pack.zip"',
    })
    const files = await readZip(new Uint8Array(answer.rawPayload), { files: 9, bytes: 1e6 })
    expect(files.map(({ path, bytes }) => [path, bytes.length])).toEqual([['ü/a.txt', 50_000]])
  })
})
