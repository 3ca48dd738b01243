import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { fileCalls } from '../../../testing/file-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { zipOf } from '../../../testing/zip.ts'

const instance = sharedInstance({ config: { allowPrivateHosts: ['127.0.0.1'] } })
const { send, root: as } = instance
const { put, folder } = fileCalls(instance)

it('names a new folder without its slash if the name comes from a header, and with it otherwise', async () => {
  await folder('docs')
  const named = await send('POST', 'files/docs/', { as, headers: { 'x-folder-name': 'x' } })
  expect(named).toMatchObject({ status: 201, body: { name: 'x', path: 'docs/x' } })
  expect(await folder('docs/y')).toMatchObject({ status: 201, body: { name: 'y', path: 'docs/y/' } })
  const body = { resource: [{ type: 'folder', name: 'z' }] }
  const made = { name: 'z', path: 'docs/z/', type: 'folder' }
  expect((await send('POST', 'files/docs/', { as, body })).body).toEqual({ resource: [made] })
  const again = await send('POST', 'files/docs/?check_exist=true', { as, body })
  expect(again.body).toEqual({ resource: [{ ...made, error: { code: 400, message: expect.any(String) } }] })
})

it('responds to an extracted archive with the full path of its folder, for uploads and URLs', async () => {
  const archive = await zipOf({ 'c.txt': 'c' })
  const answer = { name: 'a/b', path: 'a/b/', type: 'file' }
  const sent = await put('a/b/?extract=true', archive, { 'x-file-name': 'c.zip' })
  expect(sent).toMatchObject({ status: 201, body: answer })
  const web = createServer((_, response) => response.end(archive))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  try {
    const bound = web.address()
    const url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/c.zip`
    const fetched = await send('POST', `files/a/b/?extract=true&url=${encodeURIComponent(url)}`, { as })
    expect(fetched).toMatchObject({ status: 201, body: answer })
  } finally {
    web.close()
  }
})
