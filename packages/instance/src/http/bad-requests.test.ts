import { expect, test } from 'vitest'
import { sender } from '../testing/send.ts'
import { sharedInstance } from '../testing/test-instance.ts'
import { createServer } from './server.ts'

const { send, server, root, make } = await sharedInstance({ config: { bodyLimit: 1000 } })

const refusal = (status: number, message: unknown) => ({
  status,
  body: { error: { code: status, context: null, message, status_code: status } },
})

test.each(['/', '/nothing', '/api', '/api/v1/system/environment', '/api/system', '/api/v22/system', '/api/v2x'])(
  '%s is not found',
  async (path) => {
    expect(await send('GET', path)).toMatchObject(refusal(404, 'There is nothing at this address.'))
  },
)

test.each(['OPTIONS', 'TRACE', 'PROPFIND', 'LOCK'])('the method %s is not supported', async (method) => {
  expect(await send(method, 'system/environment')).toMatchObject(refusal(405, expect.stringContaining(method)))
})

test('an unknown method override is refused', async () => {
  const headers = { 'X-HTTP-Method': 'FETCH' }
  expect(await send('POST', 'system', { headers })).toMatchObject(refusal(405, expect.stringContaining('FETCH')))
})

test.each(['system/%', 'system/%ff', 'system?filter=%zz'])('%s, which cannot be decoded, is refused', async (path) => {
  expect(await send('GET', path)).toMatchObject(refusal(400, expect.stringContaining('percent sign')))
})

test('a null character in the address is refused', async () => {
  expect(await send('GET', 'system/a%00')).toMatchObject(refusal(400, expect.stringContaining('null')))
})

test.each([
  ['{"resource":[', 'application/json'],
  ['{"a":1}}', 'text/json'],
  ['nonsense', 'application/json'],
  ['nonsense', 'text/plain'],
  ['nonsense', 'multipart/form-data; boundary=x'],
  ['<a><b></a>', 'application/xml'],
])('the body %s as %s is refused', async (body, type) => {
  const answer = await send('POST', 'system/admin', { as: root, body, headers: { 'content-type': type } })
  expect(answer).toMatchObject(refusal(400, expect.any(String)))
})

test('a body that is no UTF-8 is refused', async () => {
  const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
  const headers = { 'content-type': 'application/json' }
  expect(await send('POST', 'system/admin', { as: root, body, headers })).toMatchObject(
    refusal(400, expect.any(String)),
  )
})

test.each(['nonsense', ';', 'a/b/c'])('the Content-Type %s, which is none, is refused', async (type) => {
  const answer = await send('POST', 'system/admin', { as: root, body: '{}', headers: { 'content-type': type } })
  expect(answer).toMatchObject(refusal(415, expect.stringContaining('Content-Type')))
})

test('a compressed body is refused', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  expect(await send('POST', 'system/admin', { as: root, body: 'x', headers })).toMatchObject(
    refusal(415, expect.stringContaining('gzip')),
  )
})

test('a body over the limit is refused with 413, whoever sends it', async () => {
  const body = { text: 'x'.repeat(1000) }
  expect(await send('POST', 'system/admin', { as: root, body })).toMatchObject(refusal(413, expect.any(String)))
  expect(await send('POST', 'system/admin', { body })).toMatchObject(refusal(413, expect.any(String)))
})

test('what nobody foresaw is answered without a word of the inside, and logged', async () => {
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

test('a service without an engine here is 503, an inactive one 403, an unknown one 404', async () => {
  const { name } = await make.service({ type: 'nothing_we_know' })
  const { name: inactive } = await make.service({ is_active: false })
  expect(await send('GET', name, { as: root })).toMatchObject(refusal(503, expect.stringContaining('nothing_we_know')))
  expect(await send('GET', inactive, { as: root })).toMatchObject(refusal(403, `Service ${inactive} is deactivated.`))
  expect(await send('GET', 'nosuch', { as: root })).toMatchObject(refusal(404, expect.stringContaining('nosuch')))
})

test('answers are never stored by anybody', async () => {
  expect((await send('GET', '')).headers['cache-control']).toBe('no-store')
  expect((await send('GET', 'system/role')).headers['cache-control']).toBe('no-store')
})

test('a HEAD request is answered like GET, without the body', async () => {
  const answer = await server.inject({ method: 'HEAD', url: '/api/v2' })
  expect(answer).toMatchObject({ statusCode: 200, body: '' })
})
