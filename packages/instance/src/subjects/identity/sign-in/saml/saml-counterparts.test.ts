import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lemonLdap } from '../../../../testing/counterparts/lemonldap-saml.ts'
import type { SamlCounterpart } from '../../../../testing/counterparts/saml-counterpart.ts'
import { simpleSamlPhp } from '../../../../testing/counterparts/simplesamlphp.ts'
import { deferred, fixture } from '../../../../testing/fixture.ts'
import { type FormBrowser, openFormBrowser, type Page } from '../../../../testing/form-browser.ts'
import { testCertificate } from '../../../../testing/test-certificate.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const counterparts: readonly SamlCounterpart[] = [simpleSamlPhp, lemonLdap]

describe.each(counterparts)('people of $name', ({ name, answers, prepare }) => {
  if (!answers) return it.skipIf(!answers)('where it is installed', () => {})

  const { send, root, server } = sharedInstance()
  let base: string
  beforeAll(async () => {
    base = await server.listen({ port: 0, host: '127.0.0.1' })
  })
  const provider = fixture(() => prepare())
  afterAll(() => provider.close())
  const key = fixture(() => testCertificate('instance.test'))
  const usual = deferred(() => ({
    ...provider.settings,
    sp_x509cert: key.certificate,
    sp_privateKey: key.privateKey,
    sp_nameIDFormat: emailFormat,
    relay_state: '/login?session_token=_token_',
  }))
  const services = {
    plain: {},
    posted: { request_binding: 'post' },
    encrypted: {},
    unsolicited: { allow_unsolicited: true },
  }
  const entityOf = (service: string) => `${base}/api/v2/${service}/metadata`
  const metadataOf = async (service: string) => (await fetch(entityOf(service))).text()
  beforeAll(async () => {
    for (const [service, config] of Object.entries(services)) {
      const record = { name: service, label: name, type: 'saml', is_active: true, config: { ...usual, ...config } }
      const made = await send('POST', 'system/service', { as: root, body: { resource: [record] } })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
    }
  })
  const trusted = Object.keys(services).map(async (service) => ({
    entityId: entityOf(service),
    metadata: await metadataOf(service),
    isEncrypted: service === 'encrypted',
  }))
  beforeAll(async () => {
    await provider.start(await Promise.all(trusted))
  })

  const open = () => openFormBrowser({ isEnd: ({ origin, pathname }) => origin === base && pathname === '/login' })
  const logIn = async (browser: FormBrowser, address: string) => {
    const asked = await browser.passOn(await browser.visit(address), ['SAMLRequest'])
    return browser.passOn(await browser.submit(asked, provider.person.fields), ['SAMLResponse'])
  }
  const tokenIn = ({ url, status, body }: Page) => {
    const token = url.searchParams.get('session_token')
    expect(token, `${status} ${url} ${body}`).not.toBeNull()
    return { token: String(token) }
  }
  const session = (as: { token: string }) => send<Record<string, unknown>>('GET', 'user/session', { as })

  it.each(['plain', 'posted', 'encrypted'])(
    'sign in with a service that is %s, each time to the same account',
    async (service) => {
      const first = await session(tokenIn(await logIn(open(), `${base}/api/v2/${service}/sso`)))
      expect(first).toMatchObject({ status: 200, body: provider.person.told })
      expect(first.body.email).toBe(provider.person.mail.replace('@', `+${service}@`))
      const again = await session(tokenIn(await logIn(open(), `${base}/api/v2/${service}/sso`)))
      expect(again.body.id).toBe(first.body.id)
    },
  )

  it('are rejected after starting at the provider, unless the service allows it', async () => {
    const refused = await logIn(open(), provider.beginAt(entityOf('plain')))
    expect(refused.url.searchParams.get('sign_in_error')).toBe('not-begun-here')
    const { status } = await session(tokenIn(await logIn(open(), provider.beginAt(entityOf('unsolicited')))))
    expect(status).toBe(200)
  })

  it('are signed out there when they sign out here', async () => {
    const browser = open()
    const as = tokenIn(await logIn(browser, `${base}/api/v2/plain/sso`))
    // The provider asks for no password as long as its session lasts.
    const silent = await browser.passOn(await browser.visit(`${base}/api/v2/plain/sso`), ['SAMLResponse'])
    tokenIn(silent)
    const { body } = await send<{ logout_url: string }>('DELETE', 'user/session', {
      as,
      headers: { host: new URL(base).host },
    })
    const end = await browser.passOn(await browser.visit(body.logout_url), ['SAMLResponse', 'SAMLRequest'])
    expect([end.url.origin, end.url.pathname], end.body).toEqual([base, '/login'])
    expect((await session(as)).status).not.toBe(200)
    const asked = await browser.visit(`${base}/api/v2/plain/sso`)
    expect(asked.body).toContain('type="password"')
  })

  it('are signed out here when they sign out there', async () => {
    const browser = open()
    const tokens = [
      tokenIn(await logIn(browser, `${base}/api/v2/plain/sso`)),
      tokenIn(await browser.passOn(await browser.visit(`${base}/api/v2/encrypted/sso`), ['SAMLResponse'])),
    ]
    const end = await browser.passOn(await browser.visit(provider.signOutAddress), ['SAMLResponse', 'SAMLRequest'])
    expect(end.status, `${end.url} ${end.body}`).toBe(200)
    await browser.loadFrames(end, ['SAMLResponse', 'SAMLRequest'])
    for (const as of tokens) expect((await session(as)).status).not.toBe(200)
  })
})
