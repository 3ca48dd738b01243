import { describe, expect, test } from 'vitest'
import { testInstance } from '../../testing/test-instance.ts'
import { engines } from '../../testing/test-store.ts'

const preflight = (method: string, origin = 'https://a.test') => ({
  headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'x-one' },
})
const from = (origin: string) => ({ headers: { origin } })

test('rejects a preflight and allows nothing without an entry', async () => {
  const { send } = await testInstance()
  const refused = await send('OPTIONS', 'system/environment', preflight('GET'))
  expect(refused.status).toBe(405)
  expect(refused.body).toMatchObject({ error: { code: 405, status_code: 405 } })
  expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
  const answer = await send('GET', '', from('https://a.test'))
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  expect(answer.headers.vary).toBe('Origin')
})

test("allows an entry's methods before credentials are checked", async () => {
  const { send, make } = await testInstance()
  await make.cors({ path: 'api/*', origin: '*', verbs: ['GET'] })
  const allowed = await send('OPTIONS', 'system/admin', preflight('GET'))
  expect(allowed).toMatchObject({
    status: 204,
    body: '',
    headers: { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET' },
  })
  expect((await send('OPTIONS', 'system/admin', preflight('DELETE'))).status).toBe(405)
})

test('sets the headers on error responses too, so that pages can read them', async () => {
  const { send, make } = await testInstance({ config: { bodyLimit: 10 } })
  await make.cors({ origin: 'https://a.test' })
  const allowed = { 'access-control-allow-origin': 'https://a.test' }
  expect(await send('GET', 'system/admin', from('https://a.test'))).toMatchObject({ status: 400, headers: allowed })
  const long = { ...from('https://a.test'), body: { text: 'longer than ten' } }
  expect(await send('POST', 'system/admin', long)).toMatchObject({ status: 413, headers: allowed })
})

describe.each(engines)('on %s', (engine) => {
  test('applies a change immediately', async () => {
    const { send, make } = await testInstance({ engine })
    const origin = async () => (await send('GET', '', from('https://a.test'))).headers['access-control-allow-origin']
    expect(await origin()).toBeUndefined()
    await make.cors({ origin: 'https://a.test' })
    expect(await origin()).toBe('https://a.test')
    await make.cors({ path: 'api/v2*', origin: 'https://b.test' })
    expect(await origin()).toBe('https://b.test')
  })
})
