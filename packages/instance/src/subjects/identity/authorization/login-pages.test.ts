import type { Consent } from '@millwright/contract/records/connected-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { deferred } from '../../../testing/fixture.ts'
import { issuerOrigin as base, oauthClient, oauthPlace } from '../../../testing/oauth-client.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { setPolicy } from '../../../testing/two-step.ts'

const page = 'https://portal.example.test/sign-in?tenant=1'

describe('a custom login page', () => {
  const clock = testClock(Date.now())
  const instance = sharedInstance({ clock, config: { publicUrl: base } })
  const { send, make, root } = instance
  const { user, client, newUser } = oauthPlace(instance)
  const setting = async (config: object, name = 'desk') => {
    const { body } = await send<{ resource: { id: number }[] }>('GET', `system/service?filter=name=${name}`, {
      as: root,
    })
    return send('PATCH', `system/service/${body.resource[0]?.id}`, { as: root, body: { config } })
  }
  beforeAll(async () => {
    expect((await setting({ custom_login_url: page })).status).toBe(200)
  })

  const sealed = async (by = client) => new URL(String((await by.authorize()).location)).searchParams
  const post = (
    form: Record<string, string>,
    { origin = 'https://portal.example.test', service = 'desk' }: { origin?: string | null; service?: string } = {},
  ) =>
    send<{ error: string; error_description: string }>('POST', `/mcp/${service}/login`, {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin !== null && { origin }) },
    })
  const address = (location: string | string[] | number | undefined) => new URL(String(location))
  const right = deferred(() => ({ email: user.email, password: user.password }))

  it.each([
    ['http://portal.example.test/'],
    ['javascript:alert(1)'],
    ['https://ann:secret@portal.example.test/'],
    ['https://portal.example.test/#top'],
    ['portal.example.test'],
    ['//portal.example.test'],
  ])('is rejected as %s, for both kinds of services', async (custom_login_url) => {
    const refused = await setting({ custom_login_url })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('custom_login_url must b')
    const record = { name: 'admin-desk', label: 'A', type: 'system_mcp', config: { custom_login_url } }
    expect((await send('POST', 'system/service', { as: root, body: { resource: [record] } })).status).toBe(400)
  })

  it('receives people without a session, with the parameters that it must return', async () => {
    const asked = await sealed()
    expect(asked.get('sign_in_at')).toBe('desk')
    const { status, headers } = await send('GET', `/mcp/desk/sign-in?request=${asked.get('request')}`)
    expect(status).toBe(302)
    const { origin, pathname, searchParams } = address(headers.location)
    expect(`${origin}${pathname}`).toBe('https://portal.example.test/sign-in')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      tenant: '1',
      client_id: client.id,
      redirect_uri: client.redirectUri,
      state: asked.get('request'),
      original_state: 'the state',
      code_challenge: client.challenge,
      code_challenge_method: 'S256',
      service: 'desk',
      login_url: `${base}/mcp/desk/login`,
      oauth_callback_base: `${base}/mcp/desk`,
      oauth_services: Buffer.from('[]').toString('base64'),
    })
  })

  it.each([
    ['no state', {}],
    ['an invalid state', { state: 'x'.repeat(200) }],
    ['a state that is too long', { state: 'x'.repeat(20_000) }],
  ])('does not sign in with %s', async (_, form) => {
    const { status, body, headers } = await post({ ...right, ...form })
    expect(status).toBe(400)
    expect(body.error_description).toMatch(/^[A-Z].*\.$/)
    expect(headers.location).toBeUndefined()
  })

  it('does not sign in with a state that is altered, expired or of another service', async () => {
    const other = await oauthClient(instance, { service: 'other' })
    const foreign = String((await sealed(other)).get('request'))
    expect((await post({ ...right, state: foreign })).status).toBe(400)
    expect((await post({ ...right, state: foreign }, { service: 'other' })).status).toBe(400)
    const state = String((await sealed()).get('request'))
    expect((await post({ ...right, state: `${state.slice(0, -4)}AAAA` })).status).toBe(400)
    expect((await send('GET', `/mcp/other/sign-in?request=${state}`)).status).toBe(400)
    clock.advance(901)
    expect((await post({ ...right, state })).status).toBe(400)
  })

  it.each([['https://evil.example.test'], ['null'], [null]])(
    'is ignored if the request comes from %s',
    async (origin) => {
      const state = String((await sealed()).get('request'))
      const { status, body } = await post({ ...right, state }, { origin })
      expect({ status, error: body.error }).toEqual({ status: 403, error: 'access_denied' })
    },
  )

  it('is shown again after a wrong password, and limits attempts', async () => {
    const { email } = await newUser()
    const state = String((await sealed()).get('request'))
    const errors: (string | null)[] = []
    for (let time = 0; time < 12; time++) {
      const { status, headers } = await post({ state, email, password: `wrong ${time}` })
      expect(status).toBe(302)
      const again = address(headers.location)
      expect(again.origin).toBe('https://portal.example.test')
      expect(again.searchParams.get('state')).toBe(state)
      expect(again.href).not.toContain('wrong+')
      errors.push(again.searchParams.get('error'))
    }
    expect(errors[0]).toBe('access_denied')
    expect(errors.at(-1)).toBe('slow_down')
  })

  it.each(['user', 'admin'] as const)(
    'signs in a %s, who must consent on the instance whatever else was sent',
    async (kind) => {
      const person = kind === 'admin' ? await make.admin() : await newUser()
      const state = String((await sealed()).get('request'))
      const more = { redirect_uri: 'https://evil.example.test/', scope: 'mcp:write', client_id: 'other' }
      const { status, headers } = await post({ ...more, state, email: person.email, password: person.password })
      expect(status).toBe(302)
      const { origin, pathname, searchParams } = address(headers.location)
      expect(`${origin}${pathname}`).toBe(`${new URL(base).origin}/login`)
      expect(searchParams.get('to')).toBe(`/consent?${new URLSearchParams({ request: state })}`)
      const token = String(searchParams.get('session_token'))
      const asked = await send<Consent>('GET', `user/consent?request=${state}`, { as: { token } })
      expect(asked.body).toMatchObject({ client: { name: 'Test Client' }, person: { email: person.email } })
      const { body } = await client.decide(state, { token })
      expect(new URL(body.location).origin).toBe('http://127.0.0.1:4000')
    },
  )

  it('sends people to providers by way of the consent page, for this service only', async () => {
    const state = String((await sealed()).get('request'))
    const { headers } = await send('GET', `/mcp/desk/oauth-redirect?provider=corp&state=${state}`)
    expect(headers.location).toBe(`${base}/consent?${new URLSearchParams({ request: state, provider: 'corp' })}`)
    expect((await send('GET', '/mcp/desk/oauth-redirect?provider=corp&state=nothing')).status).toBe(400)
    expect((await send('GET', `/mcp/desk/oauth-redirect?state=${state}`)).status).toBe(400)
  })

  it('yields to a configured sign-in service, and is not used after its removal', async () => {
    await setting({ auto_oauth_service: 'corp' })
    const both = await sealed()
    expect([both.get('provider'), both.get('sign_in_at')]).toEqual(['corp', null])
    await setting({ auto_oauth_service: null, custom_login_url: null })
    const state = String((await sealed()).get('request'))
    expect((await sealed()).get('sign_in_at')).toBeNull()
    expect((await post({ ...right, state }, { origin: base })).status).toBe(400)
    await setting({ custom_login_url: page })
  })

  it('asks for the second factor if required', async () => {
    const person = await newUser()
    await setPolicy(instance, 'everybody')
    const state = String((await sealed()).get('request'))
    const { headers } = await post({ state, email: person.email, password: person.password })
    const { pathname, searchParams } = address(headers.location)
    expect(pathname).toBe('/login')
    expect(searchParams.get('two_step')).toEqual(expect.any(String))
    expect(searchParams.get('session_token')).toBeNull()
    expect(searchParams.get('to')).toContain('/consent?')
  })
})
