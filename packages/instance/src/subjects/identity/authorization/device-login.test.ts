import type { Consent } from '@millwright/contract/records/connected-client'
import { describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { issuerOrigin as base, oauthClient, oauthPlace } from '../../../testing/oauth-client.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'
import { deviceGrant } from './server-metadata.ts'

interface Started {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly interval: number
  readonly error?: string
}

describe.each(engines)('signing in a device on %s', (engine) => {
  const clock = testClock(Date.now())
  const instance = sharedInstance({ engine, clock, config: { publicUrl: base } })
  const { send, make } = instance
  const { user, newUser, client } = oauthPlace(instance)
  const other = fixture(() => oauthClient(instance, { service: 'desk' }))

  const begin = (params: Record<string, string> = {}) =>
    send<Started>('POST', '/mcp/desk/device_authorization', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: client.id, scope: 'mcp:read mcp:write', ...params }).toString(),
    })
  const start = async () => (await begin()).body
  const poll = (device_code: string, params: Record<string, string> = {}) =>
    client.post('token', { grant_type: deviceGrant, client_id: client.id, device_code, ...params })
  const typed = (code: string, as: { token: string } = user) =>
    send<Consent>('GET', `user/consent?user_code=${encodeURIComponent(code)}`, { as })

  it.each([
    ['no client', { client_id: '' }, 400, 'invalid_request'],
    ['an unknown client', { client_id: 'mwc_unknown' }, 401, 'invalid_client'],
    ['another resource', { resource: `${base}/mcp/other` }, 400, 'invalid_target'],
  ])('is not started with %s', async (_, params, status, error) => {
    expect(await begin(params)).toMatchObject({ status, body: { error } })
  })

  it('returns what to show and where to enter it', async () => {
    const { body } = await send<{ device_authorization_endpoint: string }>(
      'GET',
      '/.well-known/oauth-authorization-server/mcp/desk',
    )
    expect(body.device_authorization_endpoint).toBe(`${base}/mcp/desk/device_authorization`)
    expect(await start()).toMatchObject({
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${base}/device`,
      expires_in: 900,
      interval: 5,
    })
  })

  it('waits for the person, and slows down polling that is too frequent', async () => {
    const { device_code } = await start()
    expect((await poll(device_code)).body.error).toBe('authorization_pending')
    expect((await poll(device_code)).body.error).toBe('slow_down')
    clock.advance(5)
    expect((await poll(device_code)).body.error).toBe('authorization_pending')
    expect((await poll(device_code, { client_id: other.id })).body.error).toBe('invalid_grant')
    expect((await poll('mwo_d_unknown')).body.error).toBe('invalid_grant')
    clock.advance(900)
    expect((await poll(device_code)).body.error).toBe('expired_token')
  })

  it('reveals what a device requests only with a session, and nothing for other codes', async () => {
    const { user_code } = await start()
    expect((await send('GET', `user/consent?user_code=${user_code}`)).status).toBe(401)
    for (const wrong of ['', 'BCDF', 'AAAA-AAAA', `${user_code}B`]) expect((await typed(wrong)).status).toBe(404)
    clock.advance(901)
    expect((await typed(user_code)).status).toBe(404)
  })

  it('issues tokens once, with the allowed scopes, for a code typed in any form', async () => {
    const { device_code, user_code } = await start()
    const { body: consent } = await typed(` ${user_code.toLowerCase().replace('-', ' ')} `)
    expect(consent).toMatchObject({
      code: user_code,
      client: { name: 'Test Client', destination: 'a device', verified_by: null },
      scopes: ['mcp:read', 'mcp:write'],
    })
    const decided = await client.decide(consent.request, user, { scopes: ['mcp:read'] })
    expect(decided).toMatchObject({ status: 200, body: { location: null } })
    expect((await typed(user_code)).status).toBe(404)

    const { status, body } = await poll(device_code)
    expect({ status, scope: body.scope }).toEqual({ status: 200, scope: 'mcp:read' })
    const desk = mcpSender(send, 'desk')
    const headers = { authorization: `Bearer ${body.access_token}` }
    expect((await desk.message('tools/list', {}, { headers })).status).toBe(200)
    expect((await client.refresh(body.refresh_token)).status).toBe(200)
    const { body: listed } = await send<{ resource: { client_host: string }[] }>('GET', 'user/connected_client', {
      as: user,
    })
    expect(listed.resource).toMatchObject([{ client_host: 'a device' }])

    expect((await poll(device_code)).body.error).toBe('invalid_grant')
    expect((await desk.message('tools/list', {}, { headers })).status).toBe(401)
  })

  it('notifies the device of a denial, and accepts only one decision', async () => {
    const { device_code, user_code } = await start()
    const first = await typed(user_code)
    const second = await typed(user_code)
    expect((await client.decide(first.body.request, user, { decision: 'deny' })).body.location).toBeNull()
    expect((await client.decide(second.body.request, user)).status).toBe(400)
    expect((await poll(device_code)).body.error).toBe('access_denied')
  })

  it('limits guesses of codes', async () => {
    const guesser = await newUser()
    const statuses: number[] = []
    for (let at = 0; at < 12; at++) statuses.push((await typed('BBBB-BBBB', guesser)).status)
    expect(statuses).toEqual([...Array(10).fill(404), 429, 429])
    const { user_code } = await start()
    expect((await typed(user_code)).status).toBe(200)
    expect((await typed(user_code, await make.user())).status).toBe(200)
  })

  it('registers clients without a browser', async () => {
    const body = { client_name: 'Clock', grant_types: [deviceGrant, 'refresh_token'] }
    const { status, body: made } = await send<{ client_id: string }>('POST', '/mcp/desk/register', { body })
    expect({ status, redirect_uris: Reflect.get(made, 'redirect_uris') }).toEqual({ status: 201, redirect_uris: [] })
    const { status: refused } = await send('GET', `/mcp/desk/authorize?client_id=${made.client_id}&response_type=code`)
    expect(refused).toBe(400)
    expect((await begin({ client_id: made.client_id })).status).toBe(200)
  })
})
