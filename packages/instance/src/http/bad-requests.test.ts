import { expect, test } from 'vitest'
import { sender } from '../testing/send.ts'
import { sharedInstance } from '../testing/test-instance.ts'
import { createServer } from './server.ts'

const { send, server, root, make } = sharedInstance({ config: { bodyLimit: 1000 } })

const refusal = (status: number, message: unknown) => ({
  status,
  body: { error: { code: status, context: null, message, status_code: status } },
})

test.each(['/', '/nothing', '/api', '/api/v1/system/environment', '/api/system', '/api/v22/system', '/api/v2x'])(
  'does not find %s',
  async (path) => {
    expect(await send('GET', path)).toMatchObject(refusal(404, 'There is nothing at this address.'))
  },
)

test.each(['OPTIONS', 'TRACE', 'PROPFIND', 'LOCK'])('does not support the method %s', async (method) => {
  expect(await send(method, 'system/environment')).toMatchObject(refusal(405, expect.stringContaining(method)))
})

test('rejects an unknown method override', async () => {
  const headers = { 'X-HTTP-Method': 'FETCH' }
  expect(await send('POST', 'system', { headers })).toMatchObject(refusal(405, expect.stringContaining('FETCH')))
})

test.each(['system/%', 'system/%ff', 'system?filter=%zz'])('rejects %s, which cannot be decoded', async (path) => {
  expect(await send('GET', path)).toMatchObject(refusal(400, expect.stringContaining('percent sign')))
})

test('rejects a null character in the URL', async () => {
  expect(await send('GET', 'system/a%00')).toMatchObject(refusal(400, expect.stringContaining('null')))
})

test.each([
  ['{"resource":[', 'application/json'],
  ['{"a":1}}', 'text/json'],
  ['nonsense', 'application/json'],
  ['nonsense', 'text/plain'],
  ['nonsense', 'multipart/form-data; boundary=x'],
  ['<a><b></a>', 'application/xml'],
])('rejects the body %s as %s', async (body, type) => {
  const answer = await send('POST', 'system/admin', { as: root, body, headers: { 'content-type': type } })
  expect(answer).toMatchObject(refusal(400, expect.any(String)))
})

test('rejects a body that is not UTF-8', async () => {
  const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
  const headers = { 'content-type': 'application/json' }
  expect(await send('POST', 'system/admin', { as: root, body, headers })).toMatchObject(
    refusal(400, expect.any(String)),
  )
})

test.each(['nonsense', ';', 'a/b/c'])('rejects the invalid Content-Type %s', async (type) => {
  const answer = await send('POST', 'system/admin', { as: root, body: '{}', headers: { 'content-type': type } })
  expect(answer).toMatchObject(refusal(415, expect.stringContaining('Content-Type')))
})

test('rejects a compressed body', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  expect(await send('POST', 'system/admin', { as: root, body: 'x', headers })).toMatchObject(
    refusal(415, expect.stringContaining('gzip')),
  )
})

test('rejects a body over the limit with 413, from any caller', async () => {
  const body = { text: 'x'.repeat(1000) }
  expect(await send('POST', 'system/admin', { as: root, body })).toMatchObject(refusal(413, expect.any(String)))
  expect(await send('POST', 'system/admin', { body })).toMatchObject(refusal(413, expect.any(String)))
})

test('logs an unexpected error and does not reveal it in the response', async () => {
  const logged: string[] = []
  const server = createServer({ bodyLimit: 1000, trustedProxies: [], log: (text) => logged.push(text) })
  server.get('/breaks', async () => {
    throw new TypeError('a secret of the inside')
  })
  expect(await sender(server)('GET', '/breaks')).toMatchObject(
    refusal(500, 'Something went wrong on the server. See its log for details.'),
  )
  expect(logged).toEqual([expect.stringContaining('a secret of the inside')])
})

test('responds with 503 for a service without an engine, 403 for an inactive one, 404 for an unknown one', async () => {
  const { name } = await make.service({ type: 'nothing_we_know' })
  const { name: inactive } = await make.service({ is_active: false })
  expect(await send('GET', name, { as: root })).toMatchObject(refusal(503, expect.stringContaining('nothing_we_know')))
  expect(await send('GET', inactive, { as: root })).toMatchObject(refusal(403, `Service ${inactive} is deactivated.`))
  expect(await send('GET', 'nosuch', { as: root })).toMatchObject(refusal(404, expect.stringContaining('nosuch')))
})

test('forbids caching of every response', async () => {
  expect((await send('GET', '')).headers['cache-control']).toBe('no-store')
  expect((await send('GET', 'system/role')).headers['cache-control']).toBe('no-store')
})

test('responds to HEAD like GET, without the body', async () => {
  const answer = await server.inject({ method: 'HEAD', url: '/api/v2' })
  expect(answer).toMatchObject({ statusCode: 200, body: '' })
})
