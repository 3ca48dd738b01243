import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sharedInstance, testInstance } from '../../testing/test-instance.ts'
import { engines } from '../../testing/test-store.ts'

const place = join(tmpdir(), `millwright-console-${randomUUID()}`)
const folder = join(place, 'console')
const page = '<!doctype html><title>Console</title>'
const script = 'globalThis.console.info("hello")'
beforeAll(async () => {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'assets', 'index-abc.js'), script)
  await writeFile(join(folder, 'assets', 'index-abc.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets', 'notes.secret'), 'not for browsers')
  await writeFile(join(place, 'outside.txt'), 'outside')
})
afterAll(() => rm(place, { recursive: true }))

const { send, server, parts, root } = sharedInstance({
  config: {
    consoleFolder: folder,
    console: {
      name: 'Production',
      colour: 'red',
      licenseUrl: 'https://licences.test:8443/check?v=2',
      paywallUrl: 'http://wall.test/',
      notificationsUrl: 'https://news.test/feed',
      subscribeUrl: 'https://shop.test',
    },
  },
})
const navigation = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

describe('is not found:', () => {
  test.each([
    '/assets/missing.js',
    '/assets/notes.secret',
    '/assets',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/index.html%00.js',
    '/missing.js',
    '/health',
    '/healthz',
    '/ready',
    '/livez',
    '/nowhere/at/all',
    `/${'x'.repeat(5000)}.js`,
  ])('%s', async (path) => {
    const { status, body } = await send('GET', path)
    expect({ status, body }).toMatchObject({ status: 404, body: { error: { code: 404 } } })
  })
  test.each(['/api/v1/system/environment', '/api', '/assets/missing.js'])(
    '%s, even if a page was requested',
    async (path) => {
      expect(await send('GET', path, navigation)).toMatchObject({ status: 404 })
    },
  )
  test.each(['POST', 'PUT', 'DELETE'])('%s of a page', async (method) => {
    expect(await send(method, '/admins')).toMatchObject({ status: 404 })
  })
})

test.each(['/', '/admins', '/admins/5?tab=lookup', '/config'])(
  'serves the page at %s, with revalidation',
  async (path) => {
    const answer = await send('GET', path, navigation)
    expect(answer).toMatchObject({ status: 200, body: page })
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  },
)

test.each(['/healthz', '/nowhere/at/all'])('serves the page at %s with status 404', async (path) => {
  expect(await send('GET', path, navigation)).toMatchObject({ status: 404, body: page })
})

test("serves the console's pages rather than non-public files of a file service with the same name", async () => {
  const config = { container: 'shared', public_path: ['open'] }
  const service = (name: string) => ({ name, type: 'local_file', is_active: true, config })
  const body = { resource: [service('reports'), service('leaflets')] }
  expect(await send('POST', 'system/service', { as: root, body })).toMatchObject({ status: 201 })
  expect(await send('GET', '/reports/closed/x', navigation)).toMatchObject({ status: 200, body: page })
  expect(await send('GET', '/leaflets/closed/x', navigation)).toMatchObject({ status: 403 })
})

test.each([{ accept: '*/*' }, {}])('serves the page to clients that accept any type: %j', async (headers) => {
  expect(await send('GET', '/login', { headers })).toMatchObject({ status: 200, body: page })
  expect(await send('GET', '/missing.png', { headers })).toMatchObject({ status: 404 })
})

test('restricts everything of the console with security headers', async () => {
  for (const path of ['/', '/assets/index-abc.js', '/millwright.json']) {
    const { headers } = await send('GET', path, navigation)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    expect(headers['content-security-policy']?.split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "frame-src 'self' blob:",
      "connect-src 'self' https://licences.test:8443 http://wall.test https://news.test",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "form-action 'self'",
    ])
  }
})

test('serves assets as immutable, and compressed if accepted', async () => {
  const plain = await send('GET', '/assets/index-abc.js')
  expect(plain).toMatchObject({ status: 200, body: script })
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const packed = await server.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(packed.rawPayload).toEqual(brotliCompressSync(script))
})

test('does not send an unchanged file again', async () => {
  const { headers } = await send('GET', '/', navigation)
  const again = await send('GET', '/', { headers: { ...navigation.headers, 'if-none-match': headers.etag ?? '' } })
  expect(again).toMatchObject({ status: 304, body: '' })
})

test("serves the instance's URL, key and name in millwright.json", async () => {
  const { api_key } = await parts.store.db
    .selectFrom('app')
    .select('api_key')
    .where('name', '=', 'admin')
    .executeTakeFirstOrThrow()
  expect(await send('GET', '/millwright.json')).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      instanceUrl: '',
      apiPrefix: '/api/v2',
      apiKey: api_key,
      name: 'Production',
      colour: 'red',
      notificationsUrl: 'https://news.test/feed',
      subscribeUrl: 'https://shop.test',
    },
  })
})

test('serves no key of an app that is deactivated, so that administrators can still sign in', async () => {
  const active = (is_active: 0 | 1) =>
    parts.store.db.updateTable('app').set({ is_active }).where('name', '=', 'admin').execute()
  onTestFinished(async () => void (await active(1)))
  await active(0)
  expect(await send('GET', '/millwright.json')).toMatchObject({ status: 200, body: { apiKey: '' } })
})

test.each(engines)('counts resources in the status on %s, for any caller', async (engine) => {
  const instance = await testInstance({ engine })
  expect(await instance.send('GET', '/status')).toMatchObject({
    status: 200,
    body: {
      uri: expect.stringMatching(/^http:/),
      version: expect.any(String),
      license: 'OPEN SOURCE',
      resources: { app: 3, admin: 1, user: 0, role: 0, service: 7 },
    },
  })
})
