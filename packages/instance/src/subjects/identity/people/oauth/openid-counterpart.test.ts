import { beforeAll, describe, expect, it } from 'vitest'
import { hasLemonLdapOpenId, openLemonLdapOpenId } from '../../../../testing/counterparts/lemonldap-openid.ts'
import { fixture } from '../../../../testing/fixture.ts'
import { openFormBrowser } from '../../../../testing/form-browser.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

interface Answered {
  error: { message: string }
  session_token: string
  id: number
}

describe('people of LemonLDAP::NG', () => {
  if (!hasLemonLdapOpenId) return it.skipIf(!hasLemonLdapOpenId)('where it is installed', () => {})

  const { send, root, server } = sharedInstance()
  let base: string
  let redirectUrl: string
  beforeAll(async () => {
    base = await server.listen({ port: 0, host: '127.0.0.1' })
    redirectUrl = `${base}/login`
  })
  const signings = { rs256: 'RS256', rs512: 'RS512', hs256: 'HS256', none: 'none' }
  const clients = Object.entries(signings).map(([id, signs]) => ({ id, signs, redirectUrl, secret: `secret of ${id}` }))
  const provider = fixture(
    () => openLemonLdapOpenId(clients),
    ({ close }) => close(),
  )

  async function add(name: string, settings: object): Promise<void> {
    const record = {
      name,
      label: name,
      type: 'oidc',
      is_active: true,
      config: { redirect_url: redirectUrl, ...settings },
    }
    const { status, body } = await send('POST', 'system/service', { as: root, body: { resource: [record] } })
    expect(status, JSON.stringify(body)).toBe(201)
  }
  const discovered = (client: string) => ({
    discovery_document: `${provider.portal}/.well-known/openid-configuration`,
    client_id: client,
    client_secret: `secret of ${client}`,
  })
  beforeAll(async () => {
    for (const client of Object.keys(signings)) await add(client, discovered(client))
    await add('listed', {
      ...discovered('rs256'),
      discovery_document: '',
      auth_endpoint: `${provider.portal}/oauth2/authorize`,
      token_endpoint: `${provider.portal}/oauth2/token`,
      user_endpoint: `${provider.portal}/oauth2/userinfo`,
      jwks_uri: `${provider.portal}/oauth2/jwks`,
      scopes: 'openid email profile',
      validate_id_token: true,
    })
    await add('unproven', { ...discovered('rs256'), client_secret: 'another secret' })
  })

  const open = () => openFormBrowser({ isEnd: ({ origin, pathname }) => origin === base && pathname === '/login' })

  /** Signs in at the provider, and returns like the console. */
  async function signIn(service: string) {
    const browser = open()
    const headers = { host: new URL(base).host }
    const begun = await send<Answered>('GET', `user/session?service=${service}`, { headers })
    expect(begun.status, JSON.stringify(begun.body)).toBe(302)
    const [cookie = ''] = (begun.headers['set-cookie'] ?? '').split(';')
    const asked = await browser.visit(begun.headers.location ?? '')
    const { url } = await browser.submit(asked, provider.person)
    expect(url.href.startsWith(redirectUrl), url.href).toBe(true)
    const path = `user/session?oauth_callback=true&${url.searchParams}`
    return send<Answered>('POST', path, { headers: { ...headers, cookie } })
  }

  it.each([
    ['signed by nobody', 'none'],
    ['signed by the secret', 'hs256'],
  ])('are rejected with a token that is %s', async (_, service) => {
    expect(await signIn(service)).toMatchObject({ status: 401, body: { error: { message: expect.any(String) } } })
  })

  it('are rejected with an explanation if the provider rejects the service’s secret', async () => {
    const message = expect.stringMatching(/client/i)
    expect(await signIn('unproven')).toMatchObject({ status: 502, body: { error: { message } } })
  })

  it.each(['rs256', 'rs512', 'listed'])(
    'sign in through the service %s, always to the same account',
    async (service) => {
      const { status, body } = await signIn(service)
      expect(status, JSON.stringify(body)).toBe(200)
      const email = provider.mail.replace('@', `+${service}@`)
      expect(body).toMatchObject({
        name: provider.fullName,
        email,
        oauth_token: expect.any(String),
        id_token: expect.any(String),
      })
      expect((await signIn(service)).body.id).toBe(body.id)
    },
  )
})
