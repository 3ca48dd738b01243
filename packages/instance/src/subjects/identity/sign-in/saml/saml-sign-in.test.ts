import { createPublicKey } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { encrypt } from 'xml-encryption'
import { fixture } from '../../../../testing/fixture.ts'
import {
  type SamlClaims,
  samlAssertion,
  samlRequestIn,
  samlResponse,
  signSaml,
} from '../../../../testing/saml-provider.ts'
import { emailFormat, samlServices } from '../../../../testing/saml-services.ts'
import { testCertificate } from '../../../../testing/test-certificate.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

function encryptedFor(certificate: string, xml: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const rsa_pub = createPublicKey(certificate).export({ type: 'spki', format: 'pem' }).toString()
    const encryptionAlgorithm = 'http://www.w3.org/2009/xmlenc11#aes256-gcm'
    const keyEncryptionAlgorithm = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'
    const options = { rsa_pub, pem: certificate, encryptionAlgorithm, keyEncryptionAlgorithm } as const
    encrypt(xml, options, (error, result) => (error ? reject(error) : resolve(result)))
  })
}

const instance = sharedInstance()
const { send, root, make, parts } = instance
const { provider, host, settings, add, begin, post, refused, signed } = samlServices(instance)
const stranger = fixture(() => testCertificate('provider.test'))
const base = 'http://localhost/api/v2'
let service: string
beforeAll(async () => {
  service = await add()
})

describe('people who signed in at a provider', () => {
  it('are identified by the full name ID, whatever comments it contains', async () => {
    const claims = { ...(await begin(service)), nameId: 'admin@example.test<!-- -->.evil.test' }
    const { status, body } = await post(service, signed(claims))
    expect(status).toBe(200)
    expect(body.email).toBe(`admin+${service}@example.test.evil.test`)
  })

  it('get their own account, and the same one the next time', async () => {
    const attributes = {
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname': 'Cleo',
      'urn:oid:2.5.4.4': 'Ray',
      mail: 'Cleo@Example.test',
    }
    const claims = {
      nameId: 'c-4711',
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      attributes,
    }
    const { body } = await post(service, signed({ ...(await begin(service)), ...claims }))
    expect(body).toMatchObject({ name: 'Cleo Ray', first_name: 'Cleo', email: `cleo+${service}@example.test` })
    const { body: account } = await send('GET', `system/user/${body.id}`, { as: root })
    expect(account).toMatchObject({ saml: service, last_name: 'Ray' })
    const again = { ...(await begin(service)), ...claims }
    const { body: later } = await post(service, signSaml(samlResponse(again, samlAssertion(again)), provider))
    expect(later.id).toBe(body.id)
  })

  it('never get the account of an administrator or another user by its address', async () => {
    for (const { id, email } of [root, await make.user()]) {
      const { body } = await post(service, signed({ ...(await begin(service)), nameId: email }))
      expect(body.id).not.toBe(id)
      expect(body.is_sys_admin).toBe(false)
    }
  })

  it('are redirected with a token to the configured URL, whatever the response requests', async () => {
    const relayed = await add({ relay_state: '/login?session_token=_token_' })
    const { status, headers } = await post(relayed, signed(await begin(relayed)), {
      fields: { RelayState: 'https://evil.test/' },
    })
    expect(status).toBe(302)
    const address = new URL(headers.location ?? '')
    expect([address.origin, address.pathname]).toEqual(['http://localhost', '/login'])
    const token = address.searchParams.get('session_token') ?? ''
    expect((await send('GET', 'user/session', { as: { token } })).body).toMatchObject({ is_sys_admin: false })
  })

  it('are redirected to the same URL with a code if they were rejected', async () => {
    const relayed = await add({ relay_state: 'https://console.test/login?session_token=_token_&lang=en' })
    const codeFor = async (xml: string) => {
      const { status, headers } = await post(relayed, xml)
      expect(status).toBe(302)
      return headers.location
    }
    const at = (code: string) => `https://console.test/login?lang=en&sign_in_error=${code}`
    const claims = await begin(relayed)
    expect(await codeFor(signed(claims, stranger))).toBe(at('untrusted'))
    expect(await codeFor(signed({ ...claims, notOnOrAfter: -120_000 }))).toBe(at('expired'))
    expect(await codeFor(signed({ ...claims, inResponseTo: null }))).toBe(at('not-begun-here'))
    await codeFor(signed(claims))
    expect(await codeFor(signed(claims))).toBe(at('repeated'))
    const { id } = await parts.store.db
      .selectFrom('user')
      .select('id')
      .where('saml', '=', relayed)
      .executeTakeFirstOrThrow()
    await send('PATCH', `system/user/${id}`, { as: root, body: { is_active: false } })
    expect(await codeFor(signed(await begin(relayed)))).toBe(at('no-account'))
  })

  it('are asked for the second step if it is required', async () => {
    const relayed = await add({ relay_state: '/login?session_token=_token_' })
    await send('PUT', 'system/two_step', { as: root, body: { policy: 'everybody' } })
    const { headers } = await post(relayed, signed(await begin(relayed)))
    const { searchParams } = new URL(headers.location ?? '')
    const asked = await send('POST', 'user/session', { body: { challenge: searchParams.get('two_step') } })
    await send('PUT', 'system/two_step', { as: root, body: { policy: 'off' } })
    expect([...searchParams.keys()]).toEqual(['two_step'])
    expect(asked).toMatchObject({ status: 401, body: { error: { context: { two_step: { methods: [] } } } } })
  })

  it('may start at the provider if the service allows it', async () => {
    const open = await add({ allow_unsolicited: true })
    const claims = { ...(await begin(open)), inResponseTo: null }
    const xml = signed(claims)
    expect((await post(open, xml)).status).toBe(200)
    await refused(open, xml, /already/)
  })

  it('are read from an assertion that is encrypted for the instance, and signed', async () => {
    const own = await testCertificate('instance.test')
    const opening = await add({ sp_x509cert: own.certificate, sp_privateKey: own.privateKey })
    const encrypted = async (claims: SamlClaims, key = provider) => {
      const content = await encryptedFor(own.certificate, signSaml(samlAssertion(claims), key))
      const names = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'
      return samlResponse(claims, `<saml:EncryptedAssertion ${names}>${content}</saml:EncryptedAssertion>`)
    }
    await refused(opening, await encrypted(await begin(opening), stranger), /signature is not valid/)
    const { status, body } = await post(opening, await encrypted(await begin(opening)))
    expect([status, body.email]).toEqual([200, `ann+${opening}@example.test`])
  })

  it('get their details from mapped attributes', async () => {
    const mapped = await add({ attribute_map: [{ part: 'name', attribute: 'nickname' }] })
    const { body } = await post(
      mapped,
      signed({ ...(await begin(mapped)), attributes: { nickname: 'Annie', cn: 'A' } }),
    )
    expect(body.name).toBe('Annie')
  })
})

describe.each(['okta_saml', 'auth0_sso'])('people of a service of the type %s', (type) => {
  let own: string
  beforeAll(async () => {
    own = await add({}, type)
  })

  it('are accepted from its provider only', async () => {
    expect((await post(own, signed(await begin(own), stranger))).status).toBe(401)
    expect(await post(own, signed(await begin(own)))).toMatchObject({
      status: 200,
      body: { email: `ann+${own}@example.test` },
    })
  })
})

describe('a SAML service', () => {
  it('provides metadata for the provider', async () => {
    const { status, headers, body } = await send<string>('GET', `${service}/metadata`, { headers: host })
    expect([status, headers['content-type']]).toEqual([200, 'application/samlmetadata+xml'])
    expect(body).toContain(`entityID="${base}/${service}/metadata"`)
    expect(body).toContain(`Location="${base}/${service}/acs"`)
    expect(body).toContain(emailFormat)
  })

  it('redirects people to the provider, with a signed request if it has a key', async () => {
    const own = await testCertificate('instance.test')
    const signing = await add({ sp_x509cert: own.certificate, sp_privateKey: own.privateKey })
    const { headers } = await send('GET', `${signing}/sso`, { headers: host })
    const address = new URL(headers.location ?? '')
    expect(address.href).toMatch(/^https:\/\/provider\.test\/sso\?tenant=1&/)
    expect(address.searchParams.get('SigAlg')).toMatch(/rsa-sha256$/)
    expect(samlRequestIn(address.href).xml).toContain(`AssertionConsumerServiceURL="${base}/${signing}/acs"`)
    const { body } = await send<string>('GET', `${signing}/metadata`, { headers: host })
    expect(body).toContain('AuthnRequestsSigned="true"')
  })

  it('lets browsers post the request if the provider requires it, on a page that runs nothing else', async () => {
    const own = await testCertificate('instance.test')
    const posting = await add({
      sp_x509cert: own.certificate,
      sp_privateKey: own.privateKey,
      request_binding: 'post',
      idp_singleSignOnService_url: 'https://provider.test/sso?a="><script>alert(1)</script>',
    })
    const { status, headers, body } = await send<string>('GET', `${posting}/sso`, { headers: host })
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/,
    )
    expect(body.match(/<script>/g)).toHaveLength(1)
    expect(body).toContain('action="https://provider.test/sso?a=&quot;&gt;&lt;script&gt;')
    const [, request = ''] = /name="SAMLRequest" value="([^"]+)"/.exec(body) ?? []
    const xml = Buffer.from(request, 'base64').toString()
    expect(xml).toContain('<SignatureValue>')
    const [, inResponseTo = ''] = /\bID="([^"]+)"/.exec(xml) ?? []
    const recipient = `${base}/${posting}/acs`
    const audience = `${base}/${posting}/metadata`
    const answer = signed({ ...(await begin(service)), recipient, audience, inResponseTo })
    expect((await post(posting, answer)).status).toBe(200)
  })

  it('is offered for sign-in only with a complete configuration', async () => {
    const bare = await add({ idp_x509cert: null })
    expect(await send('GET', `${bare}/sso`, { headers: host })).toMatchObject({ status: 503 })
    const { body } = await send<{ authentication: { saml: { name: string; path: string }[] } }>(
      'GET',
      'system/environment',
    )
    expect(body.authentication.saml).toContainEqual(expect.objectContaining({ name: service, path: `${service}/sso` }))
  })

  it('is not stored with unusable settings', async () => {
    const wrongs = [
      { idp_x509cert: 'no certificate' },
      { sp_privateKey: 'no key', sp_x509cert: provider.certificate },
      { sp_x509cert: provider.certificate },
      { idp_singleSignOnService_url: 'javascript:alert(1)' },
      { relay_state: '//evil.test' },
      { request_binding: 'artifact' },
      { relay_state: 'javascript:alert(1)' },
      { attribute_map: [{ part: 'is_sys_admin', attribute: 'x' }] },
    ]
    for (const wrong of wrongs) {
      const body = { resource: [{ name: 'bad', type: 'saml', config: { ...settings, ...wrong } }] }
      expect((await send('POST', 'system/service', { as: root, body })).status, JSON.stringify(wrong)).toBe(400)
    }
  })
})

describe('over HTTPS', () => {
  const publicUrl = 'https://millwright.test'
  const secured = sharedInstance({ config: { publicUrl } })
  const { send } = secured
  const { add, begin, post, signed, host } = samlServices(secured, publicUrl)
  let service: string
  beforeAll(async () => {
    service = await add({ relay_state: '/login?session_token=_token_' })
  })

  it('only the browser that was sent to the provider comes back signed in', async () => {
    const { cookie, ...claims } = await begin(service)
    expect(cookie).toMatch(/^__Host-millwright-sign-in-posted=.*; Path=\/; .*HttpOnly; SameSite=None; Secure$/)
    const { body: metadata } = await send<string>('GET', `${service}/metadata`, { headers: host })
    const [, read = ''] = /\bID="([^"]+)"/.exec(metadata) ?? []
    const anyones = await post(service, signed({ ...claims, inResponseTo: read }))
    expect(anyones.headers.location).toBe(`${publicUrl}/login?sign_in_error=not-begun-here`)
    const elsewhere = await post(service, signed(claims))
    expect(elsewhere.headers.location).toBe(`${publicUrl}/login?sign_in_error=not-begun-here`)
    const here = await post(service, signed(claims), { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect(here.headers.location).toMatch(/^https:\/\/millwright\.test\/login\?session_token=ey/)
  })
})
