import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture } from '../../testing/fixture.ts'
import { type Send, sender } from '../../testing/send.ts'
import { createConsoleApp } from './console-app.ts'

/** The request that the instance behind the relay received. */
let asked: { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers']; body: string }

const instance: Server = createServer(async (request, response) => {
  asked = { method: request.method, url: request.url, headers: request.headers, body: await text(request) }
  response.writeHead(403, { 'content-type': 'application/json', 'x-more': 'yes', 'retry-after': '7' })
  response.end('{"error":{"code":403}}')
})
let address: string
beforeAll(async () => {
  await new Promise<void>((listening) => instance.listen(0, '127.0.0.1', listening))
  address = `127.0.0.1:${(instance.address() as AddressInfo).port}`
})

const app = (url: string) =>
  createConsoleApp({
    basePath: '',
    folder: '/nowhere',
    instance: new URL(url),
    apiKey: 'the key',
    configured: { name: 'Far away' },
    logger: pino({ level: 'silent' }),
  })
const near = fixture(
  async () => app(`http://${address}/base/`),
  (opened) => opened.close(),
)
const send: Send = (method, path, options) => sender(near)(method, path, options)
afterAll(() => new Promise((closed) => instance.close(closed)))

test('rejects a path outside of the API', async () => {
  expect(await send('GET', '/api/v2/x/..%2f..%2f..%2fadmin')).toMatchObject({ status: 400 })
})

test("responds with a 502 in the wire's format if the instance is unreachable", async () => {
  const gone = app('http://127.0.0.1:1')
  const answer = await sender(gone)('GET', 'system/environment')
  expect(answer).toMatchObject({
    status: 502,
    body: { error: { code: 502, message: 'The instance at 127.0.0.1:1 does not respond.' } },
  })
  await gone.close()
})

test('relays only the API', async () => {
  expect(await send('GET', '/api/v1/system')).toMatchObject({ status: 404 })
  expect(await send('GET', '/status')).toMatchObject({ status: 404 })
})

test('relays requests and responses unchanged except for hop-by-hop headers', async () => {
  const answer = await send('POST', 'system/admin?fields=*&filter=a%20%3D%201', {
    body: { resource: [{ name: 'ü' }] },
    headers: { 'x-dreamfactory-api-key': 'k', host: 'console.test', connection: 'x-private', 'x-private': '1' },
  })
  expect(answer).toMatchObject({
    status: 403,
    headers: { 'content-type': 'application/json', 'x-more': 'yes', 'retry-after': '7' },
    body: { error: { code: 403 } },
  })
  expect(asked).toMatchObject({
    method: 'POST',
    url: '/base/api/v2/system/admin?fields=*&filter=a%20%3D%201',
    headers: { host: address, 'content-type': 'application/json', 'x-dreamfactory-api-key': 'k' },
    body: '{"resource":[{"name":"ü"}]}',
  })
  expect(asked.headers).not.toHaveProperty('x-private')
})

test('relays a read without a body', async () => {
  await send('GET', 'system')
  expect(asked).toMatchObject({ method: 'GET', url: '/base/api/v2/system', body: '' })
  expect(asked.headers).not.toHaveProperty('transfer-encoding')
})

test('gives the console the key, its own URL for requests, and that of the instance for what people copy', async () => {
  expect(await send('GET', '/millwright.json')).toMatchObject({
    status: 200,
    body: {
      instanceUrl: '',
      relayedUrl: `http://${address}/base`,
      apiPrefix: '/api/v2',
      apiKey: 'the key',
      name: 'Far away',
    },
  })
})
