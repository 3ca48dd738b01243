import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Problem } from '@millwright/contract/problem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentencesOf } from '../platform/log.ts'
import { captureLog } from '../testing/captured-log.ts'
import { sharedInstance } from '../testing/test-instance.ts'
import { requestLog } from './request-log.ts'
import { loggedPath } from './served-request.ts'
import { createServer } from './server.ts'

const log = captureLog()
let reached: IncomingHttpHeaders[] = []
const other = createHttpServer((request, response) => {
  reached.push(request.headers)
  response.setHeader('x-request-id', 'of-the-other-side').end('{}')
})
let elsewhere: string
beforeAll(async () => {
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
  elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => other.close(closed)))
const { send, root, make } = sharedInstance({ logger: log.logger, config: { allowPrivateHosts: ['127.0.0.1'] } })

async function service(name: string, type: string, config: object): Promise<void> {
  const body = { resource: [{ name, type, is_active: true, config }] }
  const { status } = await send('POST', 'system/service', { as: root, body })
  if (status !== 201) throw new Error(`The service ${name} was answered ${status}`)
}

describe('a request id', () => {
  test.each([
    ['with a line break', 'a\nb'],
    ['with a blank', 'a b'],
    ['with quotes', 'a"b'],
    ['longer than 128 characters', 'x'.repeat(129)],
    ['empty', ''],
  ])('is generated for one %s', async (_, sent) => {
    const { headers } = await send('GET', '', { headers: { 'x-request-id': sent } })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })

  test.each([
    ['a call', 'GET', ''],
    ['a refusal', 'GET', 'nosuch'],
    ['a verb that is none', 'LOCK', 'system'],
    ['an address that cannot be read', 'GET', '/%zz'],
    ['an address where nothing is', 'GET', '/nothing/here'],
    ['health', 'GET', '/health/live'],
  ])('is returned as it was sent, and logged: %s', async (what, method, path) => {
    const id = `it-is/${what.length}:${path.length}@a.b=c+d`
    const { headers } = await send(method, path, { headers: { 'x-request-id': id } })
    expect(headers['x-request-id']).toBe(id)
    expect(log.request(id)).toMatchObject({ method, path: path.startsWith('/') ? path : `/api/v2/${path}` })
  })

  test('is in every error response, including those of sessions', async () => {
    const { name } = await make.service({ type: 'nothing_we_know' })
    const headers = { 'x-request-id': 'of-a-failure' }
    expect(await send('GET', name, { as: root, headers })).toMatchObject({
      status: 503,
      body: { error: { code: 503, context: null, status_code: 503, request_id: 'of-a-failure' } },
    })
    for (const [method, path] of [
      ['GET', 'nosuch'],
      ['GET', 'system/admin/session'],
      ['PUT', 'user/session'],
      ['TRACE', 'system/user'],
      ['GET', 'db/%zz'],
    ] as const) {
      expect(await send(method, path, { headers })).toMatchObject({ body: { error: { request_id: 'of-a-failure' } } })
    }
  })

  test('is passed on to other APIs, and to scripts and their requests', async () => {
    await service('far', 'rws', { base_url: elsewhere })
    const content = `
      const id = event.request.headers['x-request-id']
      await platform.api.get('far')
      await platform.api.get('${elsewhere}/outside')
      return { id }`
    await service('told', 'nodejs', { content })
    reached = []
    const { headers } = await send('GET', 'far', { as: root, headers: { 'x-request-id': 'passed-on' } })
    expect(headers['x-request-id']).toBe('passed-on')
    expect(reached).toMatchObject([{ 'x-request-id': 'passed-on' }])

    for (const id of ['first', 'second']) {
      reached = []
      const { body } = await send('GET', 'told', { as: root, headers: { 'x-request-id': id } })
      expect([body, ...reached]).toMatchObject([{ id }, { 'x-request-id': id }, { 'x-request-id': id }])
    }
  })
})

describe('the log line of a request', () => {
  test('contains the ids of service, caller and app', async () => {
    const app = await make.app({ name: 'shop' })
    await send('GET', 'system/role?limit=1', { as: root, key: app.api_key, headers: { 'x-request-id': 'by-root' } })
    expect(log.request('by-root')).toMatchObject({
      level: 'info',
      method: 'GET',
      path: '/api/v2/system/role',
      status: 200,
      duration_ms: expect.any(Number),
      address: '127.0.0.1',
      service: 'system',
      caller: 'admin',
      caller_id: root.id,
      app: 'shop',
      app_id: app.id,
    })
    await send('GET', 'system/role', { headers: { 'x-request-id': 'by-nobody' } })
    expect(log.request('by-nobody')).toMatchObject({ level: 'info', caller: 'anonymous' })
    await send('GET', '/health/live', { headers: { 'x-request-id': 'by-a-watcher' } })
    expect(log.request('by-a-watcher')).toMatchObject({ level: 'debug', status: 200 })
  })

  test('contains the cause of a failure', async () => {
    await service('gone', 'rws', { base_url: 'http://127.0.0.1:1/' })
    await send('GET', 'gone', { as: root, headers: { 'x-request-id': 'gone' } })
    expect(log.request('gone')).toMatchObject({
      level: 'error',
      status: 503,
      err: { type: 'Problem', stack: expect.any(Array), cause: { code: 'ECONNREFUSED' } },
    })
  })
})

test.each([
  ['/api/v2/db?filter=x', '/api/v2/db'],
  ['/api/v2/db%3Ffilter=x', '/api/v2/db'],
  ['/api/v2/db;filter=x', '/api/v2/db'],
  ['http://user:word@host/api/v2?x', '/api/v2'],
])('contains the path of %s as %s', (url, path) => expect(loggedPath(url)).toBe(path))

test('logs no secret, wherever it was sent, at any level', async () => {
  const secret = 'hunter2-and-5e9c'
  const before = log.text().length
  await service('leaky', 'rws', { base_url: `http://bob:${secret}@127.0.0.1:1/?key=${secret}` })
  const headers = {
    authorization: `Bearer ${secret}`,
    cookie: `session=${secret}`,
    'x-dreamfactory-api-key': secret,
    'x-dreamfactory-session-token': secret,
    'x-own': secret,
  }
  const query = `api_key=${secret}&session_token=${secret}&filter=name%20%3D%20'${secret}'`
  const body = { password: secret, resource: [{ name: secret }] }
  for (const path of ['system/user', 'leaky', 'nosuch', '/nothing', `/api/v2/%zz`, 'system/admin/session']) {
    for (const method of ['GET', 'POST', 'DELETE', 'LOCK']) {
      await send(method, `${path}?${query}`, { headers, body })
      await send(method, `${path}?${query}`, { as: root, body })
      await send(method, `${path}%3F${query}`, { as: root, body: `{"password": "${secret}` })
    }
  }
  await send('GET', 'leaky', { as: root, headers: { authorization: `Basic ${btoa(`bob:${secret}`)}` } })

  const server = createServer({
    bodyLimit: 1000,
    trustedProxies: [],
    log: sentencesOf(log.logger),
    observers: [requestLog(log.logger)],
  })
  server.post('/breaks', async ({ body: sent, url, headers: { cookie } }) => {
    const text = String(sent)
    throw new Error(`syntax error at '${text}' of ${url} (${cookie})`, {
      cause: new Problem(503, `cannot reach http://bob:${secret}@host/x?token=${secret}`, {
        cause: new TypeError(`invalid value: ${secret}`),
      }),
    })
  })
  server.post('/fails', async ({ body: sent, url }) => {
    throw new TypeError(`invalid input syntax for type integer: ${String(sent)} ${url}`)
  })
  for (const path of ['breaks', 'fails']) {
    const payload = JSON.stringify({ password: `\u00e9${secret}` })
    const { statusCode } = await server.inject({ method: 'POST', url: `/${path}?${query}`, headers, payload })
    expect(statusCode).toBeGreaterThanOrEqual(500)
  }

  const written = log.text().slice(before)
  expect(written).toContain('invalid input syntax for type integer')
  expect(written).toContain('"path":"/breaks"')
  expect(written.split('\n').filter((line) => line.includes(secret) || line.includes(btoa(`bob:${secret}`)))).toEqual(
    [],
  )
})
