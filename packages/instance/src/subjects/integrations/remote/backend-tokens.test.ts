import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createHostGuard } from '../../../platform/outgoing/host-guard.ts'
import { fixture } from '../../../testing/fixture.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { createBackendTokens } from './backend-tokens.ts'
import { tokenIn, tokenRequest } from './remote-config.ts'

interface Asked {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

/** A token endpoint and an API that accepts its last token, in one server. */
async function openProvider() {
  const asked: Asked[] = []
  const called: string[] = []
  let issued = 0
  let rejects = 0
  const token = (response: ServerResponse) => {
    issued += 1
    json(response, 200, { access_token: `token-${issued}`, token_type: 'bearer', expires_in: 3600 })
  }
  const paths: Record<string, (response: ServerResponse, url: URL) => void> = {
    '/token': token,
    '/html': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>'),
    '/huge': (response) => void response.writeHead(200).end('x'.repeat(200_000)),
    '/denied': (response) => json(response, 401, { error: 'invalid_client', error_description: 'secret-detail' }),
    '/away': (response) => void response.writeHead(302, { location: '/token' }).end(),
    '/broken': (response) => void response.destroy(),
    '/hanging': () => undefined,
    '/endless': (response) => void response.writeHead(200).write('{"access_token":'),
  }
  async function api(request: IncomingMessage, response: ServerResponse) {
    called.push(`${request.method} ${request.headers.authorization}`)
    await text(request)
    if (rejects > 0) {
      rejects -= 1
      return json(response, 401, { message: `no ${request.headers.authorization}` })
    }
    return json(response, 200, { authorization: request.headers.authorization })
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider.test')
    const own = paths[url.pathname]
    if (own === undefined) return void api(request, response)
    void text(request).then((body) => {
      asked.push({ path: url.pathname, authorization: request.headers.authorization, body })
      own(response, url)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    called,
    reject(times: number) {
      rejects = times
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

interface Refusal {
  readonly error: { readonly message: string }
}

const settings = { url: '', clientId: 'id', clientSecret: 'secret', scope: '', audience: '', inBody: true }
const transport = { timeout: null, verify: true, redirects: 0, user: '', userAgent: 'Millwright', proxy: null }

describe('a remote service with OAuth2', () => {
  const provider = fixture(openProvider, ({ close }) => close())
  const { send, root, failures } = sharedInstance(() => ({
    config: { allowPrivateHosts: [`127.0.0.1:${provider.port}`] },
  }))
  const base = () => `http://127.0.0.1:${provider.port}`
  const as = { as: root }

  async function service(name: string, config: object): Promise<number> {
    const settings = { base_url: `${base()}/api`, oauth_client_id: 'a b', oauth_client_secret: 's+:é', ...config }
    const body = { resource: [{ name, type: 'rws', is_active: true, config: settings }] }
    const answer = await send<{ resource: { id: number }[] }>('POST', 'system/service?fields=id', { ...as, body })
    expect(answer.status).toBe(201)
    return answer.body.resource[0]?.id ?? 0
  }

  it.each([
    ['html', 'responds without a bearer token'],
    ['huge', 'cannot be reached, or does not respond in time'],
    ['denied', 'responds with status 401'],
    ['away', 'responds with status 302'],
    ['broken', 'cannot be reached, or does not respond in time'],
  ])('says that the token endpoint is at fault when it is %s, without what it says', async (path, reason) => {
    await service(path, { oauth_token_url: `${base()}/${path}` })
    const calls = provider.called.length
    for (const way of [path, `${path}?_check=true`]) {
      const { status, body } = await send<Refusal>('GET', way, as)
      const message = `The token endpoint 127.0.0.1:${provider.port} ${reason}.`
      expect([status, body.error.message]).toEqual([503, message])
    }
    expect(provider.called).toHaveLength(calls)
    expect(failures.splice(0).every((line) => line.startsWith(`The service ${path} got no token: `))).toBe(true)
  })

  it.each(['hanging', 'endless'])(
    'waits for no %s token endpoint, alone or together, and asks it again later',
    async (path) => {
      const lines: string[] = []
      const tokens = createBackendTokens({
        service: path,
        transport,
        clock: Date.now,
        patience: 50,
        guard: createHostGuard({ allowPrivateHosts: [`127.0.0.1:${provider.port}`] }),
        log: (line) => void lines.push(line),
      })
      const asks = { ...settings, url: `${base()}/${path}`, extra: {} }
      const asked = provider.asked.length
      const refusal = `The token endpoint 127.0.0.1:${provider.port} cannot be reached, or does not respond in time.`
      const both = await Promise.allSettled([tokens.get(asks), tokens.get(asks)])
      for (const each of both) expect(each).toMatchObject({ reason: { status: 503, message: refusal } })
      expect(provider.asked).toHaveLength(asked + 1)
      await expect(tokens.get(asks)).rejects.toThrow(refusal)
      expect([provider.asked.length, lines.length]).toEqual([asked + 2, 2])
      tokens.close()
    },
  )

  it('sends the secret to no private host, and to no host unencrypted, that is not listed', async () => {
    await service('inside', { oauth_token_url: 'https://[fd00::1]/token' })
    expect((await send<Refusal>('GET', 'inside', as)).body.error.message).toMatch(/^The token endpoint \[fd00::1\] /)
    expect(failures.splice(0)).toEqual([expect.stringContaining('fd00::1] is not a public host')])
    await service('plain', { oauth_token_url: 'http://example.com/token' })
    expect((await send<Refusal>('GET', 'plain', as)).body.error.message).toContain('must be called with https')
  })

  it('carries a token that all requests share, whatever the caller sends', async () => {
    await service('shared', { oauth_token_url: `${base()}/token`, oauth_scope: 'read', oauth_audience: 'api://x' })
    const before = provider.asked.length
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => send<{ authorization: string }>('GET', 'shared/x', { ...as })),
    )
    expect(new Set(answers.map(({ body }) => body.authorization)).size).toBe(1)
    expect(answers[0]?.body.authorization).toMatch(/^Bearer token-/)
    const asked = provider.asked.slice(before)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from('a+b:s%2B%3A%C3%A9').toString('base64')}`)
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'read',
      audience: 'api://x',
    })
    expect(await send('GET', 'shared?_check=true', as)).toMatchObject({ body: { success: true, token: true } })
  })

  it('is repeated once with a new token if it is a GET, and never if it is a POST', async () => {
    await service('stale', { oauth_token_url: `${base()}/token`, oauth_auth_method: 'post_body' })
    expect((await send('GET', 'stale/x', as)).status).toBe(200)
    provider.called.length = 0
    provider.reject(1)
    expect((await send('GET', 'stale/x', as)).status).toBe(200)
    expect(new Set(provider.called).size).toBe(2)
    provider.called.length = 0
    provider.reject(1)
    const posted = await send<Refusal>('POST', 'stale/x', { ...as, body: { a: 1 } })
    expect(posted.status).toBe(401)
    expect(posted.body.error.message).not.toMatch(/token-\d/)
    expect(provider.called).toHaveLength(1)
    provider.called.length = 0
    provider.reject(9)
    expect((await send('GET', 'stale/x', as)).status).toBe(401)
    expect(provider.called).toHaveLength(2)
    const checked = await send<Refusal>('GET', 'stale?_check=true', as)
    expect(checked.body.error.message).toContain('although the token endpoint issued a token')
    provider.reject(0)
  })

  it('gets a new token after its settings change, asks for the secret when the endpoint changes, and masks it', async () => {
    const id = await service('changing', { oauth_token_url: `${base()}/token` })
    const first = await send<{ authorization: string }>('GET', 'changing/x', as)
    const path = `system/service/${id}`
    const moved = await send('PATCH', path, { ...as, body: { config: { oauth_token_url: `${base()}/html` } } })
    expect(moved.status).toBe(400)
    expect((await send('PATCH', path, { ...as, body: { config: { oauth_scope: 'write' } } })).status).toBe(200)
    const second = await send<{ authorization: string }>('GET', 'changing/x', as)
    expect(second.body.authorization).not.toBe(first.body.authorization)
    expect(JSON.stringify((await send('GET', path, as)).body)).not.toContain('s+:é')
  })

  it('carries no token while a setting is missing, which the check reports', async () => {
    await service('half', { oauth_token_url: '' })
    const checked = await send<{ warnings: string[] }>('GET', 'half?_check=true', as)
    expect(checked.body.warnings).toEqual([
      "Requests carry no OAuth2 token, because the setting 'oauth_token_url' is empty.",
    ])
  })
})

describe('token requests and responses', () => {
  it('have ID and secret in the body on request, which further parameters cannot replace', () => {
    const { body, authorization } = tokenRequest({ ...settings, extra: { client_id: 'other', resource: 'r' } })
    expect(authorization).toBeNull()
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      client_id: 'id',
      client_secret: 'secret',
      grant_type: 'client_credentials',
      resource: 'r',
    })
  })

  it.each([
    ['nonsense', null],
    ['[]', null],
    ['{"access_token":"a b"}', null],
    ['{"access_token":"a\\r\\nx: y"}', null],
    ['{"access_token":"a","token_type":"mac"}', null],
    ['{"access_token":"a","expires_in":"x"}', 3570],
    ['{"access_token":"a","token_type":"Bearer"}', 3570],
    ['{"access_token":"a","expires_in":"90"}', 60],
    ['{"access_token":"a","expires_in":20}', 10],
  ])('in %s, the token can be used for %s seconds', (text, seconds) => {
    expect(tokenIn(text)?.seconds ?? null).toBe(seconds)
  })
})
