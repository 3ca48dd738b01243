import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createLocalStorage } from '../subjects/data/files/local/local-storage.ts'
import { localRoot } from '../subjects/data/files/public-files.ts'
import { fixture } from '../testing/fixture.ts'
import { sharedInstance } from '../testing/test-instance.ts'

const { send, root, make, parts } = sharedInstance()
let files: number
beforeAll(async () => {
  files = await make.serviceId('files')
})
const storage = fixture(async () => createLocalStorage(localRoot(parts.config.dataFolder, 'files') ?? ''))
const bytes = (content: string) => new TextEncoder().encode(content)
beforeAll(async () => {
  await storage.write('open/deep/page.html', bytes('<p>open</p>'))
  await storage.write('open/index.html', bytes('<p>index</p>'))
  await storage.write('open/unknown.bin2', bytes('<script>'))
  await storage.write('openly/x.txt', bytes('no'))
  await storage.write('closed/x.txt', bytes('no'))
  await storage.write('hosted/start.html', bytes('<p>hosted</p>'))
  await send('PATCH', `system/service/${files}`, { as: root, body: { config: { public_path: ['/open/', '..', ''] } } })
})

const get = (path: string, headers = {}) => send<string>('GET', path, { headers })

describe('files of a file service', () => {
  it.each([
    ['outside of the public folders', '/files/closed/x.txt'],
    ['of a folder with a longer name', '/files/openly/x.txt'],
    ['reached by dots', '/files/open/../closed/x.txt'],
    ['reached by encoded dots', '/files/open/%2e%2e/closed/x.txt'],
  ])('are rejected %s', async (_, path) => {
    for (const accept of ['text/html', '*/*']) {
      const { status, headers, body } = await get(path, { accept })
      expect([status, headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
      expect(body).toContain('not public')
      expect(headers['content-security-policy']).toMatch(/^sandbox /)
    }
  })

  it.each([
    ['that are not there', '/files/open/none.txt'],
    ['that are folders', '/files/open/deep'],
    ['reached by encoded slashes', '/files/open%2f..%2fclosed%2fx.txt'],
    ['reached by backslashes', '/files/open%5c..%5cclosed%5cx.txt'],
    ['of an unknown service', '/nosuch/open/index.html'],
    ['of a service that keeps none', '/db/open/index.html'],
    ['of the console', '/assets/open/index.html'],
  ])('are not found %s', async (_, path) => {
    expect((await get(path)).status).toBe(404)
  })

  it('are served to anyone from public folders, with their type and isolated from the console', async () => {
    const page = await get('/files/open/deep/page.html')
    expect(page).toMatchObject({
      status: 200,
      body: '<p>open</p>',
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-length': '11',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^sandbox (?!.*same-origin)/),
      },
    })
    expect((await get('/FILES/open/')).body).toBe('<p>index</p>')
    expect((await get('/files/open/unknown.bin2')).headers['content-type']).toBe('application/octet-stream')
    const again = await get('/files/open/deep/page.html', { 'if-none-match': page.headers.etag })
    expect(again).toMatchObject({ status: 304, body: '' })
    const head = await send('HEAD', '/files/open/deep/page.html')
    expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': '11' } })
  })

  it("are served from an app's folder, at its launch URL, while the app is active", async () => {
    const app = { name: 'hosted', type: 1, storage_service_id: files, storage_container: 'hosted', path: 'start.html' }
    const made = await send<{ resource: [{ id: number; launch_url: string }] }>('POST', 'system/app?fields=*', {
      as: root,
      body: { ...app, is_active: true },
    })
    const { id, launch_url } = made.body.resource[0]
    const path = new URL(launch_url).pathname
    expect(await get(path)).toMatchObject({ status: 200, body: '<p>hosted</p>' })
    await send('PATCH', `system/app/${id}`, { as: root, body: { is_active: false } })
    expect((await get(path)).status).toBe(403)
  })

  it('are not served if the service is inactive', async () => {
    await send('PATCH', `system/service/${files}`, { as: root, body: { is_active: false } })
    expect((await get('/files/open/index.html')).status).toBe(404)
    await send('PATCH', `system/service/${files}`, { as: root, body: { is_active: true } })
    expect((await get('/files/open/index.html')).status).toBe(200)
  })
})

it.each(['', '/', '..', 'a/../..', '\0'])('finds no storage at %j', (container) => {
  expect(localRoot(join('/', 'data'), container)).toBeNull()
})
