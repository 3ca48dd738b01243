import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { deferred } from '../testing/fixture.ts'
import { testClock } from '../testing/test-clock.ts'
import { sharedInstance, testInstance } from '../testing/test-instance.ts'

const { send, server, root, make } = sharedInstance()
const basic = (email: string, password: string) => ({
  headers: { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` },
})
const refusal = (status: number, message: unknown) => ({ status, body: { error: { status_code: status, message } } })
const profile = deferred(() => ({ status: 200, body: { email: root.email } }))

describe('bad credentials are rejected, on public endpoints too:', () => {
  test.each(['system/admin', 'system/environment', 'user/profile', ''])('a garbled token on %j', async (path) => {
    expect(await send('GET', path, { as: { token: 'garbled' } })).toMatchObject(
      refusal(401, expect.stringMatching(/^Invalid token: /)),
    )
  })
  test('an expired token', async () => {
    const clock = testClock()
    const instance = await testInstance({ clock, config: { tokenTtl: 60 } })
    clock.advance(61)
    expect(await instance.send('GET', 'system/environment', { as: instance.root })).toMatchObject(
      refusal(401, expect.stringContaining('Token has expired')),
    )
  })
  test('a token after logout', async () => {
    const { token } = await make.admin()
    expect(await send('DELETE', 'system/admin/session', { as: { token } })).toMatchObject({ status: 200 })
    expect(await send('GET', 'user/profile', { as: { token } })).toMatchObject(
      refusal(403, expect.stringContaining('The token has been blacklisted')),
    )
  })
  test('a wrong Basic password', async () => {
    expect(await send('GET', 'user/profile', basic(root.email, 'wrong'))).toMatchObject(
      refusal(401, expect.any(String)),
    )
  })
  test('the key of an inactive app', async () => {
    const { api_key } = await make.app({ is_active: false })
    expect(await send('GET', 'system/environment', { key: api_key })).toMatchObject(refusal(403, expect.any(String)))
  })
})

describe('an unknown API key is ignored:', () => {
  test('a protected resource asks for a token', async () => {
    const { status, body } = await send('GET', 'system/service', { key: 'unknown' })
    expect({ status, body }).toMatchObject(refusal(400, expect.stringMatching(/^No session token \(JWT\) provided\. /)))
  })
  test('without any credentials, it asks for a token or a key', async () => {
    const { status, body } = await send('GET', 'system/service')
    expect({ status, body }).toMatchObject(
      refusal(400, expect.stringMatching(/^No session token \(JWT\) or API Key detected in request\. /)),
    )
  })
})

describe('the role decides for all callers but unrestricted administrators:', () => {
  test('a request that the role does not allow is 401 for a guest, 403 for a user', async () => {
    const service_id = await make.serviceId('system')
    const role = await make.role({ access: [{ service_id, component: 'role/*', verbs: ['GET'] }] })
    const { id: app_id, api_key: key } = await make.app({ role_id: role.id })
    const user = await make.user({ roles: [{ app_id, role_id: role.id }] })
    expect(await send('GET', 'system/limit', { key })).toMatchObject(
      refusal(401, 'Unauthorized. User is not authenticated.'),
    )
    expect(await send('GET', 'system/limit', { key, as: user })).toMatchObject(
      refusal(
        403,
        "Access Forbidden. GET access to component 'limit' of service 'system' is not allowed by this user's role.",
      ),
    )
    expect(await send('GET', 'nosuch', { key, as: user })).toMatchObject(
      refusal(403, "Access Forbidden. GET access to service 'nosuch' is not allowed by this user's role."),
    )
    expect(await send('GET', 'system/role', { key, as: user })).toMatchObject({ status: 200 })
  })
})

describe('a session token is read from', () => {
  test.each([
    ['its header', (token: string) => ({ headers: { 'X-DreamFactory-Session-Token': token } }), () => ''],
    ['Authorization', (token: string) => ({ headers: { authorization: `Bearer ${token}` } }), () => ''],
    ['the query', () => ({}), (token: string) => `?session_token=${token}`],
  ])('%s', async (_, optionsOf, queryOf) => {
    const options = optionsOf(root.token)
    const query = queryOf(root.token)
    expect(await send('GET', `user/profile${query}`, options)).toMatchObject(profile)
  })
  test('the body', async () => {
    const headers = { 'x-http-method-override': 'GET' }
    const options = { headers, body: { session_token: root.token } }
    expect(await send('POST', 'user/profile', options)).toMatchObject(profile)
  })
})

test('accepts HTTP Basic as a session for one request', async () => {
  expect(await send('GET', 'user/profile', basic(root.email, root.password))).toMatchObject(profile)
})

describe('a read sent as a POST', () => {
  const headers = { 'x-http-method': 'get' }
  const ids = async (body: unknown, query = '') => {
    const answer = await send<{ resource: { id: number }[] }>('POST', `system/admin?fields=id${query}`, {
      as: root,
      headers,
      body,
    })
    return answer.body.resource.map(({ id }) => id)
  }
  test('takes ids and records from its body', async () => {
    const { id } = await make.admin()
    expect(await ids({ ids: [id] })).toEqual([id])
    expect(await ids({ ids: String(id) })).toEqual([id])
    expect(await ids({ resource: [{ id }] })).toEqual([id])
    expect(await ids([{ id }])).toEqual([id])
  })
  test('takes a filter from its body, but the URL has precedence', async () => {
    const { id, email } = await make.admin()
    expect(await ids({ filter: `email = "${email}"` })).toEqual([id])
    expect(await ids({ filter: 'id = 0' }, `&filter=id%20%3D%20${id}`)).toEqual([id])
  })
})

describe('a response is written', () => {
  let row: string
  beforeAll(() => {
    row = `${root.id},${root.email}`
  })
  test.each([
    ['the parameter accept', '&accept=text/csv', {}],
    ['the header Accept', '', { headers: { accept: 'text/csv' } }],
  ])('as CSV if requested by %s', async (_, query, options) => {
    const answer = await send('GET', `system/admin?ids=${root.id}&fields=id,email${query}`, { as: root, ...options })
    expect(answer.headers['content-type']).toMatch(/^text\/csv/)
    expect(String(answer.body).split(/\r?\n/)[1]).toContain(row)
  })
  test('as a download if a file name is requested', async () => {
    const answer = await send('GET', 'system/admin?file=people.xml', { as: root })
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/xml/),
      'content-disposition': 'attachment; filename="people.xml"',
    })
  })
  test('as JSON for a browser', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
    expect((await send('GET', '', { headers })).headers['content-type']).toMatch(/^application\/json/)
  })
})

describe('a long response is compressed', () => {
  const url = '/api/v2/system?fields=*'
  const ask = (encoding: string, path = url) =>
    server.inject({
      url: path,
      headers: { 'accept-encoding': encoding, 'x-dreamfactory-session-token': root.token },
    })
  test('only if the client accepts it and the response is not short', async () => {
    expect((await ask('identity')).headers).not.toHaveProperty('content-encoding')
    expect((await ask('br;q=0')).headers).not.toHaveProperty('content-encoding')
    expect((await ask('br', `/api/v2/system/admin/${root.id}?fields=id`)).headers).not.toHaveProperty(
      'content-encoding',
    )
  })
  test('with Brotli rather than gzip', async () => {
    const plain = (await ask('identity')).body
    const brotli = await ask('gzip, deflate, br')
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Origin, Accept-Encoding' })
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain)
    const zipped = await ask('gzip')
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain)
  })
})

test('returns the ETag of a record, and rejects a change if it no longer matches', async () => {
  const { id } = await make.role()
  const { headers } = await send('GET', `system/role/${id}`, { as: root })
  expect(headers.etag).toMatch(/^".+"$/)
  const change = (etag: string | undefined) =>
    send('PATCH', `system/role/${id}`, { as: root, headers: { 'if-match': etag ?? '' }, body: { description: 'new' } })
  expect(await change('"other"')).toMatchObject({ status: 412, body: { error: { context: { id } } } })
  expect(await change(headers.etag)).toMatchObject({ status: 200 })
})

test('responds to too many wrong passwords with a Retry-After header', async () => {
  const limit = { count: 2, seconds: 60 }
  const instance = await testInstance({ config: { loginFailures: { account: limit, address: limit } } })
  const body = (password: string) => ({ body: { email: instance.root.email, password } })
  await instance.send('POST', 'system/admin/session', body('one'))
  await instance.send('POST', 'system/admin/session', body('two'))
  const refused = await instance.send('POST', 'system/admin/session', body('three'))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

describe('a caller is identified by the address', () => {
  const address = async (trustedProxies: string[]) => {
    const instance = await testInstance({ config: { trustedProxies } })
    const { body } = await instance.send<{ client: { ip_address: string } }>('GET', 'system/environment', {
      as: instance.root,
      headers: { 'x-forwarded-for': '203.0.113.7' },
    })
    return body.client.ip_address
  }
  test('of the connection, whatever the headers say', async () => {
    expect(await address([])).toBe('127.0.0.1')
  })
  test('in the header of a trusted proxy', async () => {
    expect(await address(['127.0.0.0/8'])).toBe('203.0.113.7')
  })
})

describe('links begin with', () => {
  const link = async (publicUrl: string | null, headers: Record<string, string>) => {
    const instance = await testInstance({ config: { publicUrl } })
    const { status, body } = await instance.send<{ launch_url: string }>('GET', 'system/app/1', {
      as: instance.root,
      headers,
    })
    return { status, url: body.launch_url }
  }
  test('the host of the request, if it is valid', async () => {
    expect(await link(null, { host: 'evil.test/"><script>' })).toMatchObject({ status: 400 })
    expect((await link(null, { host: '[::1]:8080' })).url).toMatch(/^http:\/\/\[::1\]:8080\//)
  })
  test('the configured URL, whatever the host is', async () => {
    const { url } = await link('https://api.example.test/base', { host: 'evil.test/"><script>' })
    expect(url).toMatch(/^https:\/\/api\.example\.test\/base\//)
  })
})
