import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedInstance } from '../testing/test-instance.ts'

const folder = join(tmpdir(), `millwright-path-${randomUUID()}`)
const page = '<link href="/millwright.json"><link href="data:,/x"><script src="/assets/a.js"></script>'
beforeAll(async () => {
  await mkdir(folder)
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'index.html.br'), 'not read')
})
afterAll(() => rm(folder, { recursive: true }))

const { send, root } = sharedInstance({
  config: { publicUrl: 'https://example.test/some/path', consoleFolder: folder },
})
const accept = 'text/html'

test.each(['/some/pathless', '/some/path/api', '/some/path/assets/none.js', '/some/path/some/path/api/v2'])(
  'nothing is at %s',
  async (path) => {
    expect(await send('GET', path)).toMatchObject({ status: 404 })
  },
)

test.each(['/some/path', '/some/path/', '/some/path/roles?sort=name', '/some/path/index.html', '/roles'])(
  'the page of the console loads its parts from beneath the path: %s',
  async (path) => {
    const { status, body, headers } = await send('GET', path, { headers: { accept, 'accept-encoding': 'br' } })
    expect({ status, body }).toEqual({
      status: 200,
      body: '<link href="/some/path/millwright.json"><link href="data:,/x"><script src="/some/path/assets/a.js"></script>',
    })
    const again = await send('GET', path, { headers: { accept, 'if-none-match': headers.etag ?? '' } })
    expect(again.status).toBe(304)
  },
)

test('files of apps without an origin of their own, and apps of the console, are launched beneath the path', async () => {
  const apps = [
    { name: 'stored', type: 1, storage_service_id: 3, storage_container: 'shop', path: 'index.html' },
    { name: 'paged', type: 3, path: 'reports' },
  ]
  const made = await send<{ resource: { launch_url: string }[] }>('POST', 'system/app?fields=name,launch_url', {
    as: root,
    body: { resource: apps },
  })
  expect(made.body.resource).toMatchObject([
    { launch_url: expect.stringMatching(/^https:\/\/example\.test\/some\/path\/\w+\/shop\/index\.html$/) },
    { launch_url: 'https://example.test/some/path/reports' },
  ])
})
