import type { Consent } from '@millwright/contract/records/connected-client'
import { describe, expect, it } from 'vitest'
import { altered } from '../../../testing/altered.ts'
import { issuerOrigin as base, oauthClient, oauthPlace } from '../../../testing/oauth-client.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

describe.each(engines)('signing in for an MCP service on %s', (engine) => {
  const clock = testClock(Date.now())
  const instance = sharedInstance({ engine, clock, config: { publicUrl: base } })
  const { send, make } = instance
  const { user, client } = oauthPlace(instance)

  describe('the metadata', () => {
    it('does not exist for services that are missing or give no access to clients', async () => {
      for (const name of ['nothing', 'db', 'system']) {
        for (const path of [
          '/.well-known/oauth-protected-resource/mcp/',
          '/.well-known/oauth-authorization-server/mcp/',
        ]) {
          expect(await send('GET', `${path}${name}`)).toMatchObject({ status: 404, body: { error: 'invalid_request' } })
        }
      }
    })

    it('names the service and the issuer of its tokens', async () => {
      const paths = ['/.well-known/oauth-protected-resource/mcp/desk', '/mcp/desk/.well-known/oauth-protected-resource']
      for (const path of paths) {
        const { body, headers } = await send('GET', path)
        expect(body).toMatchObject({ resource: `${base}/mcp/desk`, authorization_servers: [`${base}/mcp/desk`] })
        expect(headers['access-control-allow-origin']).toBe('*')
      }
      expect((await send('GET', '/.well-known/oauth-authorization-server/mcp/desk')).body).toMatchObject({
        issuer: `${base}/mcp/desk`,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      })
    })
  })

  describe('a registration', () => {
    const register = (body: unknown, service = 'desk') => send('POST', `/mcp/${service}/register`, { body })

    it.each([
      ['no JSON', '{', 'invalid_request'],
      ['no object', [], 'invalid_client_metadata'],
      ['no address', {}, 'invalid_redirect_uri'],
      ['an invalid redirect URI', { redirect_uris: ['http://evil.test/'] }, 'invalid_redirect_uri'],
      ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
      [
        'too many redirect URIs',
        { redirect_uris: Array.from({ length: 21 }, (_, at) => `https://a.test/${at}`) },
        'invalid_redirect_uri',
      ],
      ['another grant', { redirect_uris: ['https://a.test/'], grant_types: ['password'] }, 'invalid_client_metadata'],
    ])('with %s is rejected', async (_, body, error) => {
      expect(await register(body)).toMatchObject({
        status: 400,
        body: { error, error_description: expect.any(String) },
      })
    })

    it('that is too long is rejected', async () => {
      const body = { client_name: 'x'.repeat(70_000), redirect_uris: ['https://a.test/'] }
      expect(await register(body)).toMatchObject({ status: 413, body: { error: 'invalid_request' } })
    })

    it('creates a client without a secret', async () => {
      const answer = await register({
        client_name: 'A\u202eB',
        redirect_uris: ['https://a.test/'],
        token_endpoint_auth_method: 'client_secret_post',
      })
      expect(answer).toMatchObject({ status: 201, body: { client_name: 'AB', token_endpoint_auth_method: 'none' } })
      expect(answer.body).not.toHaveProperty('client_secret')
      const second = await register({ redirect_uris: ['https://a.test/'] })
      expect(second.body).not.toMatchObject({ client_id: Reflect.get(Object(answer.body), 'client_id') })
    })
  })

  describe('an authorization request', () => {
    it.each([
      ['no client', { client_id: '' }, 400, 'invalid_request'],
      ['an unknown client', { client_id: 'mwc_unknown' }, 401, 'invalid_client'],
      [
        'a redirect URI with an additional slash',
        { redirect_uri: 'http://127.0.0.1:4000/callback/' },
        400,
        'invalid_request',
      ],
      ['an unregistered redirect URI', { redirect_uri: 'https://evil.test/callback' }, 400, 'invalid_request'],
    ])('with %s does not redirect', async (_, params, status, error) => {
      expect(await client.authorize(params)).toMatchObject({ status, body: { error }, location: null })
    })

    it.each([
      ['another response', { response_type: 'token' }, 'unsupported_response_type'],
      ['no PKCE', { code_challenge: '' }, 'invalid_request'],
      ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['a challenge that is not a hash', { code_challenge: 'short' }, 'invalid_request'],
      ['another resource', { resource: `${base}/mcp/other` }, 'invalid_target'],
    ])('with %s redirects to the client with an error', async (_, params, error) => {
      const { status, location } = await client.authorize(params)
      expect(status).toBe(302)
      expect(`${location?.origin}${location?.pathname}`).toBe(client.redirectUri)
      expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
        error,
        state: 'the state',
        iss: `${base}/mcp/desk`,
      })
    })

    it('of a client of another service is rejected', async () => {
      const { status, body } = await send<{ error: string }>('GET', `/mcp/other/authorize?client_id=${client.id}`)
      expect([status, body.error]).toEqual([401, 'invalid_client'])
    })

    it('asks the person, showing client, service, role and scopes', async () => {
      const request = await client.ask({ resource: `${base}/mcp/desk/`, scope: 'mcp:read mcp:write unknown' })
      expect((await send('GET', `user/consent?request=${encodeURIComponent(request)}`)).status).toBe(401)
      const { body } = await send<Consent>('GET', `user/consent?request=${encodeURIComponent(request)}`, { as: user })
      expect(body).toMatchObject({
        service: { name: 'desk', label: 'The desk' },
        client: { name: 'Test Client', destination: 'this computer', verified_by: null },
        person: { email: user.email },
        administrator: false,
        role: 'reader',
        scopes: ['mcp:read', 'mcp:write'],
      })
    })
  })

  it('redirects to the configured sign-in service', async () => {
    const place = { service: 'by-okta', redirectUri: 'https://a.test/' }
    const config = { auto_oauth_service: 'okta' }
    const record = { name: 'by-okta', label: 'Okta', type: 'mcp', is_active: true, config }
    await send('POST', 'system/service', { as: instance.root, body: { resource: [record] } })
    const { location } = await (await oauthClient(instance, place)).authorize()
    expect(location?.searchParams.get('provider')).toBe('okta')
    expect((await client.authorize()).location?.searchParams.get('provider')).toBeNull()
  })

  describe('the consent', () => {
    it('is rejected without a session, and for a request that is altered, expired or already answered', async () => {
      const request = await client.ask()
      expect((await send('POST', 'user/consent', { body: { request, decision: 'allow' } })).status).toBe(401)
      const basic = `Basic ${Buffer.from(`${user.email}:${user.password}`).toString('base64')}`
      const byPassword = { headers: { authorization: basic }, body: { request, decision: 'allow' } }
      expect((await send('POST', 'user/consent', byPassword)).status).toBe(401)
      expect((await client.decide(altered(request), user)).status).toBe(400)
      for (const answer of [{ decision: 'perhaps' }, { scopes: ['mcp:admin'] }, { scopes: ['mcp:write'], days: 2 }]) {
        expect((await client.decide(request, user, answer)).status).toBe(400)
      }
      expect((await client.decide(request, user)).status).toBe(200)
      expect((await client.decide(request, user)).status).toBe(400)
      const late = await client.ask()
      clock.advance(1000)
      expect((await client.decide(late, user)).status).toBe(400)
    })

    it('is rejected for a person without access to the service', async () => {
      const stranger = await make.user()
      expect((await client.decide(await client.ask(), stranger)).status).toBe(403)
    })

    it('redirects to the client with an error after a denial', async () => {
      const { body } = await client.decide(await client.ask(), user, { decision: 'deny' })
      const { searchParams } = new URL(body.location)
      expect(Object.fromEntries(searchParams)).toMatchObject({
        error: 'access_denied',
        state: 'the state',
        iss: `${base}/mcp/desk`,
      })
      expect(searchParams.get('code')).toBeNull()
    })

    it('grants only what was requested and allowed', async () => {
      expect((await client.connect(user)).scope).toBe('mcp:read')
      expect((await client.connect(user, { scopes: ['mcp:write'] })).scope).toBe('mcp:read mcp:write')
      const request = await client.ask({ scope: 'mcp:read' })
      expect((await client.decide(request, user, { scopes: ['mcp:write'] })).status).toBe(400)
    })
  })

  it('limits registrations', async () => {
    const body = { redirect_uris: ['https://a.test/'] }
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => send<{ error: string }>('POST', '/mcp/other/register', { body })),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(20)
    expect(refused[0]).toMatchObject({ body: { error: 'slow_down' }, headers: { 'retry-after': expect.any(String) } })
    clock.advance(700)
    expect((await send('POST', '/mcp/other/register', { body })).status).toBe(201)
  })
})
