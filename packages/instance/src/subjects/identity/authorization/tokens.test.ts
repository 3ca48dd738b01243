import type { ConnectedClient } from '@millwright/contract/records/connected-client'
import { describe, expect, it } from 'vitest'
import { issuerOrigin as base, oauthClient, oauthPlace } from '../../../testing/oauth-client.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

const hour = 3600
const day = 86_400

describe.each(engines)('the access of a client to an MCP service on %s', (engine) => {
  const clock = testClock(Date.now())
  const instance = sharedInstance({ engine, clock, config: { publicUrl: base, tokenTtl: 400 * day } })
  const { send, make, root, parts } = instance
  const { user, client, newUser, app } = oauthPlace(instance)
  const asked = (token: string, service = 'desk') =>
    send<{ error: string }>('POST', `/mcp/${service}`, {
      body: { jsonrpc: '2.0', id: 1, method: 'ping', params: {} },
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    })
  const own = async (as: { token: string }) =>
    (await send<{ resource: ConnectedClient[] }>('GET', 'user/connected_client', { as })).body.resource

  describe('a code', () => {
    it('is rejected without its verifier, redirect URI and client', async () => {
      const code = await client.code(user)
      const another = await oauthClient(instance, { service: 'desk' })
      for (const params of [
        { code_verifier: 'x'.repeat(43) },
        { redirect_uri: `${client.redirectUri}/` },
        { client_id: another.id },
        { resource: `${base}/mcp/other` },
        { code: `${code}x` },
      ]) {
        const { status, body } = await client.redeem(code, params)
        expect([status, body.error]).toEqual([400, 'resource' in params ? 'invalid_target' : 'invalid_grant'])
        expect(JSON.stringify(body)).not.toContain(code)
      }
      expect((await client.redeem(code)).status).toBe(200)
    })

    it('that is used twice revokes all tokens issued for it', async () => {
      const code = await client.code(user)
      const { body } = await client.redeem(code)
      expect((await asked(body.access_token)).status).not.toBe(401)
      expect(await client.redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
      expect((await asked(body.access_token)).status).toBe(401)
      expect((await client.refresh(body.refresh_token)).body.error).toBe('invalid_grant')
    })

    it('serves at most one of several concurrent requests', async () => {
      const code = await client.code(user)
      const answers = await Promise.all(Array.from({ length: 5 }, () => client.redeem(code)))
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    })

    it('expires', async () => {
      const code = await client.code(user)
      clock.advance(121)
      expect((await client.redeem(code)).body.error).toBe('invalid_grant')
    })

    it('is stored as a hash only, like tokens', async () => {
      const code = await client.code(user)
      const { body } = await client.redeem(code)
      const stored = JSON.stringify(await parts.store.db.selectFrom('oauth_token').selectAll().execute())
      for (const secret of [code, body.access_token, body.refresh_token]) expect(stored).not.toContain(secret.slice(6))
    })
  })

  describe('an access token', () => {
    it('is valid for its service only', async () => {
      const { access_token: token } = await client.connect(user)
      expect((await asked(token)).status).not.toBe(401)
      expect((await asked(token, 'other')).status).toBe(401)
      expect((await send('GET', 'user/profile', { as: { token } })).status).toBe(401)
      expect((await send('GET', 'user/profile', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    })

    it('expires after an hour', async () => {
      const { access_token, expires_in } = await client.connect(user)
      expect(expires_in).toBe(hour)
      clock.advance(hour + 1)
      expect((await asked(access_token)).status).toBe(401)
    })

    it.each([
      ['the password changes', (id: number) => ({ id, password: 'another password of theirs' })],
      ['the account is deactivated', (id: number) => ({ id, is_active: false })],
    ])('is revoked when %s', async (_, change) => {
      const person = await newUser()
      const { access_token, refresh_token } = await client.connect(person)
      expect((await asked(access_token)).status).not.toBe(401)
      const body = { resource: [change(person.id)] }
      expect((await send('PATCH', 'system/user', { as: root, body })).status).toBe(200)
      expect((await asked(access_token)).status).toBe(401)
      expect((await client.refresh(refresh_token)).body.error).toBe('invalid_grant')
    })

    it('is revoked when its person is deleted', async () => {
      const person = await newUser()
      const { access_token } = await client.connect(person)
      expect((await send('DELETE', `system/user/${person.id}`, { as: root })).status).toBe(200)
      expect((await asked(access_token)).status).toBe(401)
      const left = parts.store.db.selectFrom('oauth_grant').selectAll().where('user_id', '=', person.id)
      expect(await left.execute()).toEqual([])
    })
  })

  describe('a refresh token', () => {
    it('can be used once, and a second use revokes the access', async () => {
      const first = await client.connect(user)
      const { status, body: second } = await client.refresh(first.refresh_token)
      expect(status).toBe(200)
      expect(second.refresh_token).not.toBe(first.refresh_token)
      expect((await asked(second.access_token)).status).not.toBe(401)
      expect((await client.refresh(first.refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
      expect((await asked(second.access_token)).status).toBe(401)
      expect((await client.refresh(second.refresh_token)).body.error).toBe('invalid_grant')
    })

    it('is rejected for another client, for another resource, and after the allowed days', async () => {
      const another = await oauthClient(instance, { service: 'desk' })
      const { refresh_token: token } = await client.connect(user, { days: 1 })
      expect((await client.refresh(token, { client_id: another.id })).body.error).toBe('invalid_grant')
      expect((await client.refresh(token, { resource: `${base}/mcp/other` })).body.error).toBe('invalid_target')
      clock.advance(day + 1)
      expect((await client.refresh(token)).body.error).toBe('invalid_grant')
    })
  })

  describe('a connected client', () => {
    it('can be listed and disconnected only by its person, and by administrators', async () => {
      const person = await newUser()
      const other = await newUser()
      const admin = await make.admin()
      const { access_token } = await client.connect(person)
      const [found] = await own(person)
      expect(found).toMatchObject({
        client_name: 'Test Client',
        client_host: 'this computer',
        service_name: 'desk',
        scope: 'mcp:read',
      })
      expect(await own(other)).toEqual([])
      const path = `user/connected_client?id=${found?.id}`
      expect((await send('DELETE', path, { as: other })).status).toBe(404)
      expect((await send('DELETE', path)).status).toBe(401)
      expect((await send('GET', 'system/connected_client', { as: person, key: app.api_key })).status).toBe(403)
      const list = await send<{ resource: ConnectedClient[] }>(
        'GET',
        `system/connected_client?filter=id=${found?.id}`,
        { as: admin },
      )
      expect(list.body.resource).toMatchObject([{ user_email: person.email, service_name: 'desk' }])
      expect((await asked(access_token)).status).not.toBe(401)
      expect((await send('DELETE', path, { as: person })).status).toBe(200)
      expect((await asked(access_token)).status).toBe(401)

      const again = await client.connect(person)
      const [mine] = await own(person)
      expect((await send('DELETE', `system/connected_client/${mine?.id}`, { as: admin })).status).toBe(200)
      expect((await asked(again.access_token)).status).toBe(401)
      const audit = await send<{ resource: object[] }>(
        'GET',
        `system/audit?filter=(resource=connected_client) and (record_id=${mine?.id})`,
        { as: root },
      )
      expect(audit.body.resource).toMatchObject([{ action: 'created' }, { action: 'deleted' }])
    })

    it('can revoke its own access', async () => {
      const { access_token, refresh_token } = await client.connect(user)
      const another = await oauthClient(instance, { service: 'desk' })
      expect((await another.post('revoke', { token: refresh_token, client_id: another.id })).status).toBe(200)
      expect((await asked(access_token)).status).not.toBe(401)
      expect((await client.post('revoke', { token: 'unknown', client_id: client.id })).status).toBe(200)
      expect((await client.post('revoke', { token: refresh_token, client_id: client.id })).status).toBe(200)
      expect((await asked(access_token)).status).toBe(401)
    })

    it('requires the person’s second factor once it becomes mandatory', async () => {
      const person = await newUser()
      const { refresh_token } = await client.connect(person)
      const policy = (to: string) => send('PUT', 'system/two_step', { as: root, body: { policy: to } })
      expect((await policy('everybody')).status).toBe(200)
      const refused = await client.refresh(refresh_token)
      expect((await policy('off')).status).toBe(200)
      expect(refused.body.error).toBe('invalid_grant')
      expect((await client.refresh(refresh_token)).status).toBe(200)
    })
  })
})
