import { type IncomingMessage, request as overHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { openTestInstance } from '../../../testing/open-test-instance.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { openTestRemote } from '../../../testing/test-remote.ts'

interface Echo {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Refusal {
  readonly error: { readonly code: number; readonly message: string }
}

describe('a remote service', () => {
  const remote = fixture(() => openTestRemote())
  const { send, root, make, signIn, server, failures } = sharedInstance(() => ({
    config: { allowPrivateHosts: [`127.0.0.1:${remote.port}`, '127.0.0.1:9'], uploadLimit: 8 * 1024 * 1024 },
  }))
  afterAll(() => remote.close())
  const base = () => `http://127.0.0.1:${remote.port}/base`

  async function service(name: string, config: object, doc?: string): Promise<number> {
    const own = { name, type: 'rws', is_active: true, config: { base_url: base(), ...config } }
    const described = doc === undefined ? {} : { service_doc_by_service_id: { format: 0, content: doc } }
    const body = { resource: [{ ...own, ...described }] }
    const answer = await send<{ resource: { id: number }[] }>('POST', 'system/service?fields=id', { as: root, body })
    expect(answer.status).toBe(201)
    return answer.body.resource[0]?.id ?? 0
  }
  const get = <Body = Echo>(path: string, headers: Record<string, string> = {}) =>
    send<Body>('GET', path, { as: root, headers })

  const keys = [
    { name: 'remote.key', value: 'hidden value', private: true },
    { name: 'remote.open', value: 'shown' },
    { name: 'remote.host', value: '10.11.12.13', private: true },
  ]
  beforeAll(async () => {
    expect((await send('POST', 'system/lookup', { as: root, body: { resource: keys } })).status).toBe(201)
    await service('plain', {})
  })

  it.each([
    ['a host inside', 'http://127.0.0.1:1', 503, 'not a public host'],
    ['nobody there', 'http://127.0.0.1:9', 503, 'cannot be reached: connection refused'],
    ['no address at all', '', 503, 'has no base URL'],
    ['another scheme', 'ftp://127.0.0.1/a', 503, 'begins with http'],
  ])('responds with an explanation to %s', async (name, base_url, status, sentence) => {
    const called = name.replaceAll(' ', '-')
    await service(called, { base_url })
    const { status: answered, body } = await get<Refusal>(`${called}/x`)
    expect([answered, body.error.message]).toEqual([status, expect.stringContaining(sentence)])
  })

  it('passes errors on with their status and masks secret values', async () => {
    await service('keyed', { parameters: [{ name: 'key', value: '{remote.key}', outbound: true, action: 31 }] })
    const { status, body } = await get<Refusal>('keyed/refuse/418')
    expect([status, body.error.code, body.error.message]).toEqual([418, 418, 'No: /base/refuse/418?key=**********'])
    await service('elsewhere', { base_url: 'http://{remote.host}' })
    expect((await get<Refusal>('elsewhere')).body.error.message).toMatch(/^\*{10} is not a public host/)
    expect((await get('plain/refuse/503')).headers['retry-after']).toBe('7')
    expect((await get<Refusal>('plain/to/x')).status).toBe(302)
  })

  it('reports whether its base URL is usable and which options have no effect', async () => {
    const check = (name: string) => get<object>(`${name}?_check=true`)
    const sentence = (message: string) => ({ status: 503, body: { error: { message } } })
    await service('unreached', { base_url: 'http://127.0.0.1:9' })
    expect(await check('unreached')).toMatchObject(sentence('127.0.0.1:9 cannot be reached: connection refused.'))
    await service('failing', { base_url: `${base()}/refuse/503` })
    expect(await check('failing')).toMatchObject(sentence(`127.0.0.1:${remote.port} responds with status 503.`))
    await service('odd', {
      base_url: `${base()}/refuse/418`,
      options: { CURLOPT_TIMEOUT: 5, CURLOPT_INTERFACE: 'eth0' },
    })
    const warnings = ["The option 'CURLOPT_INTERFACE' has no effect."]
    expect((await check('odd')).body).toEqual({ success: true, status: 418, warnings })
    expect((await check('plain')).body).toEqual({ success: true, status: 200, warnings: [] })
  })

  it('stops at timeouts, invalid HTTP and bodies that are too long', async () => {
    await service('hasty', { options: { CURLOPT_TIMEOUT_MS: 50 } })
    expect(await get('hasty/never')).toMatchObject({ status: 504 })
    expect(await get('plain/broken')).toMatchObject({ status: 502 })
    const long = await send('POST', 'plain/echo', { as: root, body: Buffer.alloc(9 * 1024 * 1024) })
    expect(long.status).toBe(413)
  })

  it('follows redirects only if configured, and only to allowed hosts', async () => {
    const headers = [{ name: 'X-Key', value: 'secret', action: 31 }]
    await service('follows', { options: { followlocation: true }, headers })
    expect((await get('follows/to/echo')).body).toMatchObject({ headers: { 'x-key': 'secret' } })
    const inside = await get<Refusal>('follows/away?url=http%3A%2F%2F127.0.0.1%3A1%2F')
    expect([inside.status, inside.body.error.message]).toEqual([503, expect.stringContaining('not a public host')])
    const other = await get(`follows/away?url=http%3A%2F%2Flocalhost%3A${remote.port}%2Fecho`)
    expect(other.status).toBe(503)
  })

  it('uses the configured proxy, and rejects requests if the proxy address is invalid', async () => {
    const allowed = `127.0.0.1:${remote.port}`
    await service('proxied', {
      base_url: 'http://far.test/far',
      options: { CURLOPT_PROXY: allowed, proxyuserpwd: 'ann:secret' },
    })
    const { body } = await get('proxied/sub?a=1')
    expect(body.url).toBe('http://far.test/far/sub?a=1')
    expect(body.headers).toMatchObject({
      host: 'far.test',
      'proxy-authorization': `Basic ${Buffer.from('ann:secret').toString('base64')}`,
    })
    await service('past', { base_url: 'http://far.test', options: { CURLOPT_PROXY: 'http://127.0.0.1:1' } })
    expect((await get('past')).status).toBe(503)
  })

  it('sends path, parameters and body unchanged, without credentials', async () => {
    const { body } = await send<Echo>('PATCH', 'plain/a%20b/c%3Fd?x=1&x=2&y%5B%5D=%C3%BC&api_key=k&method=search', {
      as: root,
      headers: { 'content-type': 'text/x-own', cookie: 'a=b', authorization: 'Basic' },
      body: '  as is ',
    })
    expect(body).toMatchObject({
      method: 'PATCH',
      url: '/base/a%20b/c%3Fd?x=1&x=2&y%5B%5D=%C3%BC&method=search',
      body: '  as is ',
      headers: { 'content-type': 'text/x-own' },
    })
    const names = Object.keys(body.headers)
    for (const name of ['cookie', 'authorization', 'x-dreamfactory-session-token']) expect(names).not.toContain(name)
    expect((await send<Echo>('DELETE', 'plain/a//b/', { as: root })).body).toMatchObject({ url: '/base/a/b' })
    expect((await get('plain')).body.url).toBe('/base')
  })

  it('adds and removes parameters and headers by verb', async () => {
    const row = { action: 1, outbound: true }
    await service('dressed', {
      base_url: `${base()}?v=1`,
      preserve_forward_trailing_slash: true,
      options: { CURLOPT_USERPWD: 'ann:{remote.key}' },
      parameters: [
        { ...row, name: 'who', value: '{user.email}' },
        { ...row, name: 'DROP', value: '', exclude: true },
        { ...row, name: 'never', value: '1', outbound: false },
        { ...row, name: 'posting', value: '1', action: 2 },
      ],
      headers: [
        { name: 'X-Open', value: '{strtoupper(remote.open)}', action: 1 },
        { name: 'X-Mine', value: 'ours', pass_from_client: true, action: 1 },
        { name: 'X-Posting', value: '1', action: 2 },
        { name: 'Transfer-Encoding', value: 'gzip', action: 31 },
      ],
    })
    const { body } = await get('dressed/sub/?drop=1&keep=2', { 'x-mine': 'theirs' })
    expect(body.url).toBe(`/base/sub/?v=1&keep=2&who=${encodeURIComponent(root.email)}`)
    expect(body.headers).toMatchObject({
      'x-open': 'SHOWN',
      'x-mine': 'theirs',
      authorization: `Basic ${Buffer.from('ann:hidden value').toString('base64')}`,
    })
    expect(Object.keys(body.headers)).not.toContain('x-posting')
    const posted = await send<Echo>('POST', 'dressed/sub?drop=1', { as: root, body: { a: 1 } })
    expect(posted.body).toMatchObject({ url: '/base/sub?v=1&drop=1&posting=1', body: '{"a":1}' })
  })

  it('passes the response on with its headers, except those of a connection or a host', async () => {
    const { status, headers, body } = await get<string>('plain/page')
    expect([status, body]).toEqual([203, '<p>é</p>'])
    expect(headers).toMatchObject({ 'content-type': 'text/html', 'x-own': '1', etag: '"1"' })
    expect(headers['content-security-policy']).toBe('sandbox')
    for (const name of ['set-cookie', 'access-control-allow-origin', 'strict-transport-security', 'connection']) {
      expect([name, headers[name] === undefined || headers[name] === 'keep-alive']).toEqual([name, true])
    }
    expect(await get('plain/empty')).toMatchObject({ status: 204, body: '' })
    expect((await send('HEAD', 'plain/page', { as: root })).status).toBe(203)
  })

  it('rewrites links to this instance, however the response is chunked and encoded', async () => {
    await service('linked', { replace_link: true })
    const { body } = await get<string>('linked/links')
    const here = 'http://localhost:80/api/v2/linked'
    expect(body).toBe(
      JSON.stringify({ a: `${here}/a`, b: `${base()}2/b`, c: `${here}.` }).replace(
        '}',
        `,"d":"${here.replaceAll('/', '\\/')}"}`,
      ),
    )
  })

  it('caches responses for their lifetime, separately wherever they may differ', async () => {
    const cached = { cache_enabled: true, cache_ttl: 60 }
    await service('kept', {
      ...cached,
      parameters: [{ name: '_', value: '', exclude: true, cache_key: true, action: 31 }],
      headers: [{ name: 'X-Mine', value: '', pass_from_client: true, action: 31 }],
    })
    await service('personal', { ...cached, headers: [{ name: 'X-Who', value: '{user.email}', action: 31 }] })
    const count = async (path: string, headers = {}) => (await get<{ count: number }>(path, headers)).body.count
    const first = await count('kept/count?a=1&_=1')
    expect(await count('kept/count?a=1&_=2')).toBe(first)
    expect(await count('kept/count?a=2')).toBe(first + 1)
    expect(await count('kept/count?a=1', { 'x-mine': 'other' })).toBe(first + 2)
    expect(await count('kept/count?a=1')).toBe(first)
    expect((await send('DELETE', 'system/cache/kept', { as: root })).body).toEqual({ success: true })
    expect(await count('kept/count?a=1')).toBe(first + 3)
    await send('DELETE', 'system/cache', { as: root })
    expect(await count('kept/count?a=1')).toBe(first + 4)
    const { id } = await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })
    const app = await make.app({ role_id: id })
    const people = await Promise.all(['a', 'b'].map(() => make.user({ roles: [{ app_id: app.id, role_id: id }] })))
    for (const person of people) {
      const as = await signIn(person, 'user')
      for (const _ of [1, 2]) {
        const { body } = await send<Echo>('GET', 'personal/echo', { as, key: app.api_key })
        expect(body.headers['x-who']).toBe(person.email)
      }
    }
  })

  it('lists its components for roles, from its description or from the remote server', async () => {
    const doc = {
      openapi: '3.0.0',
      servers: [{ url: base() }],
      paths: { '/pets': { get: {} }, '/pets/{id}': { put: {} }, '/x/{a}/y': { get: {} }, '/a/b/c': { get: {} } },
    }
    await service('described', { base_url: '' }, JSON.stringify(doc))
    const listed = await get('described?as_access_list=true')
    expect(listed.body).toEqual({ resource: ['', '*', 'a/*', 'a/b/*', 'a/b/c/', 'a/b/c/*', 'pets/', 'pets/*', 'x/*'] })
    expect((await get('described/pets')).body.url).toBe('/base/pets')
    await service('lists', { implements_access_list: true })
    expect((await get('lists?as_access_list=true')).body).toEqual({ resource: ['', '*', 'theirs/*'] })
  })

  describe('over the network', () => {
    beforeAll(() => server.listen({ host: '127.0.0.1', port: 0 }))
    const port = () => (server.server.address() as AddressInfo).port
    const call = (path: string, method = 'GET') =>
      overHttp({
        port: port(),
        path: `/api/v2/${path}`,
        method,
        headers: { 'x-dreamfactory-session-token': root.token },
      })
    const answerOf = (request: ReturnType<typeof call>) =>
      new Promise<IncomingMessage>((resolve, reject) => request.on('response', resolve).on('error', reject))

    it('streams each chunk as it arrives, in both directions', async () => {
      const request = call('plain/echo-stream', 'POST')
      request.write('first')
      const answer = await answerOf(request)
      const pieces = answer.setEncoding('utf8')[Symbol.asyncIterator]()
      expect((await pieces.next()).value).toBe('first')
      request.end('last')
      expect((await pieces.next()).value).toBe('last')
      expect((await pieces.next()).done).toBe(true)
    })

    it('closes the connection to the remote server when the client disconnects', async () => {
      const events = call('plain/events').end()
      const answer = await answerOf(events)
      expect(answer.headers['content-type']).toBe('text/event-stream')
      const left = remote.left()
      events.destroy()
      await left
      const silent = call('plain/never').on('error', () => undefined)
      const arrived = remote.asked('/base/never')
      silent.end()
      await arrived
      const gone = remote.left()
      silent.destroy()
      await gone
    })

    it('closes without waiting for the end of an event stream', async () => {
      await using closing = await openTestInstance({ config: { allowPrivateHosts: ['*'] } })
      const record = { name: 'plain', type: 'rws', is_active: true, config: { base_url: base() } }
      await closing.send('POST', 'system/service', { as: closing.root, body: { resource: [record] } })
      await closing.server.listen({ host: '127.0.0.1', port: 0 })
      const address = closing.server.server.address() as AddressInfo
      const headers = { 'x-dreamfactory-session-token': closing.root.token }
      const answer = await answerOf(overHttp({ port: address.port, path: '/api/v2/plain/events', headers }).end())
      const cut = expect(text(answer)).rejects.toThrow('aborted')
      await closing.server.close()
      await cut
      closing.failures.length = 0
    })

    it('aborts the response if the remote server aborts it', async () => {
      const answer = await answerOf(call('plain/half').end())
      await expect(text(answer)).rejects.toThrow('aborted')
      failures.length = 0
    })
  })
})
