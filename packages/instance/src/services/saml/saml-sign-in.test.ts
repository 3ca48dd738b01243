import { describe, expect, it } from 'vitest'
import { type SamlClaims, samlAssertion, samlRequestIn, samlResponse, signSaml } from '../../testing/saml-provider.ts'
import { testCertificate } from '../../testing/test-certificate.ts'
import { sharedInstance } from '../../testing/test-instance.ts'

const [provider, stranger] = [await testCertificate('provider.test'), await testCertificate('provider.test')]
const { send, root, make, parts } = await sharedInstance()
const base = 'http://localhost/api/v2'
const issuer = 'https://provider.test/metadata'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

const settings = {
  idp_entityId: issuer,
  idp_singleSignOnService_url: 'https://provider.test/sso?tenant=1',
  idp_x509cert: provider.certificate,
}

let services = 0
async function add(config: object = {}): Promise<string> {
  services += 1
  const name = `saml${services}`
  const body = {
    resource: [{ name, label: 'Provider', type: 'saml', is_active: true, config: { ...settings, ...config } }],
  }
  const { status, body: answer } = await send('POST', 'system/service', { as: root, body })
  expect(status, JSON.stringify(answer)).toBe(201)
  return name
}

const host = { headers: { host: 'localhost' } }
async function begin(service: string): Promise<SamlClaims> {
  const { status, headers } = await send('GET', `${service}/sso`, host)
  expect(status).toBe(302)
  return {
    recipient: `${base}/${service}/acs`,
    audience: `${base}/${service}/metadata`,
    inResponseTo: samlRequestIn(headers.location ?? '').id,
    issuer,
    nameId: 'ann@example.test',
    nameIdFormat: emailFormat,
    attributes: {},
    notBefore: -1_000,
    notOnOrAfter: 60_000,
  }
}

interface Refusal {
  readonly error: { readonly message: string }
}
const post = <Body = Record<string, unknown>>(service: string, xml: string, more: Record<string, string> = {}) =>
  send<Body>('POST', `${service}/acs`, {
    headers: { ...host.headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), ...more }).toString(),
  })
/** As most providers answer: the assertion is signed. */
const signed = (claims: SamlClaims, key = provider) => samlResponse(claims, signSaml(samlAssertion(claims), key))

const service = await add()

async function refused(xml: string, reason: RegExp, at = service): Promise<void> {
  const { status, body } = await post<Refusal>(at, xml)
  expect(status, JSON.stringify(body)).toBe(401)
  expect(body.error.message).toMatch(reason)
}

describe('an answer of a provider is refused', () => {
  const signature = /signature is not that/

  it('when it is nothing of the kind', async () => {
    for (const xml of ['', '<a/>', 'plain', '<Response>', `${'<a>'.repeat(50_000)}`, '<Response/>']) {
      const { status } = await post(service, xml)
      expect(status === 401 || status === 400, xml.slice(0, 20)).toBe(true)
    }
    expect((await send('POST', `${service}/acs`, { body: { SAMLResponse: { a: 1 } } })).status).toBe(400)
    expect((await send('GET', `${service}/acs`, { as: root })).status).toBe(400)
  })

  it('when nobody signed it', async () => {
    const claims = await begin(service)
    await refused(samlResponse(claims, samlAssertion(claims)), signature)
  })

  it('when somebody else signed it, and sends his certificate along', async () => {
    await refused(signed(await begin(service), stranger), signature)
  })

  it('when it was changed after it was signed', async () => {
    const xml = signed(await begin(service))
    await refused(xml.replace('>ann@example.test<', '>bob@example.test<'), signature)
    await refused(xml.replace(/<ds:SignatureValue>.{8}/, '<ds:SignatureValue>AAAAAAAA'), signature)
  })

  it('when another provider made it', async () => {
    const claims = { ...(await begin(service)), issuer: 'https://evil.test' }
    await refused(signed(claims), /another provider/)
    const within = samlResponse({ ...claims, issuer }, signSaml(samlAssertion(claims), provider))
    await refused(within, /another provider/)
  })

  it('when it is meant for another instance', async () => {
    const claims = await begin(service)
    await refused(signed({ ...claims, audience: 'https://other.test/metadata' }), /somebody else/)
    await refused(signed({ ...claims, recipient: 'https://other.test/acs' }), /another address/)
    const other = { ...claims, recipient: `${base}/other/acs` }
    await refused(samlResponse(claims, signSaml(samlAssertion(other), provider)), /another address/)
  })

  it('when a header makes the instance another one', async () => {
    const claims = await begin(service)
    const evil = {
      ...claims,
      audience: 'http://evil.test/api/v2/x/metadata',
      recipient: 'http://evil.test/api/v2/x/acs',
    }
    const body = new URLSearchParams({ SAMLResponse: Buffer.from(signed(evil)).toString('base64') }).toString()
    const headers = { host: 'evil.test', 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send('POST', `${service}/acs`, { headers, body })).status).toBe(401)
  })

  it('when it is too old, or too new', async () => {
    const claims = await begin(service)
    await refused(signed({ ...claims, notOnOrAfter: -120_000 }), /expired/)
    await refused(signed({ ...claims, notBefore: 120_000, notOnOrAfter: 240_000 }), /not valid yet/)
  })

  it('when nobody asked for it', async () => {
    const claims = await begin(service)
    await refused(signed({ ...claims, inResponseTo: null }), /not begun here/)
    await refused(signed({ ...claims, inResponseTo: '_made-up' }), /not begun here/)
    const { inResponseTo } = await begin(await add())
    await refused(signed({ ...claims, inResponseTo }), /not begun here/)
    const asked = samlResponse(claims, signSaml(samlAssertion({ ...claims, inResponseTo: null }), provider))
    await refused(asked, /not begun here/)
  })

  it('when it comes a second time, or another one to the same question', async () => {
    const claims = await begin(service)
    const xml = signed(claims)
    expect((await post(service, xml)).status).toBe(200)
    await refused(xml, /already/)
    await refused(signed(claims), /already/)
  })

  it('when the signed assertion is wrapped in another one', async () => {
    const claims = await begin(service)
    const right = signSaml(samlAssertion(claims, '_right'), provider)
    const forged = samlAssertion({ ...claims, nameId: 'admin@example.test' }, '_forged')
    const sameId = samlAssertion({ ...claims, nameId: 'admin@example.test' }, '_right')
    const signatureOf = /<ds:Signature .*<\/ds:Signature>/s.exec(right)?.[0] ?? ''
    const inside = (outer: string, inner: string) => outer.replace('</saml:Assertion>', `${inner}</saml:Assertion>`)
    const bare = right.replace(signatureOf, '')
    const extended = (inner: string) => `<samlp:Extensions>${inner}</samlp:Extensions>`
    const variants = [
      forged + right,
      right + forged,
      inside(forged, right),
      inside(forged, signatureOf),
      inside(right, forged),
      extended(right) + forged,
      extended(bare) + inside(sameId, signatureOf),
      inside(sameId, signatureOf.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)),
      inside(forged, signatureOf.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)),
      extended(right) + sameId,
    ]
    for (const [at, variant] of variants.entries()) {
      const { status, body } = await post(service, samlResponse(claims, variant))
      expect(status, `variant ${at}: ${JSON.stringify(body)}`).toBe(401)
    }
  })

  it('when the signed response is wrapped in another one', async () => {
    const claims = await begin(service)
    const right = signSaml(samlResponse(claims, samlAssertion(claims)), provider)
    const forged = samlAssertion({ ...claims, nameId: 'admin@example.test' })
    const signatureOf = /<ds:Signature .*<\/ds:Signature>/s.exec(right)?.[0] ?? ''
    const nested = signatureOf.replace(
      '</ds:Signature>',
      `<ds:Object>${right.replace(signatureOf, '')}</ds:Object></ds:Signature>`,
    )
    for (const content of [nested + forged, forged + right, `<samlp:Extensions>${right}</samlp:Extensions>${forged}`]) {
      await refused(samlResponse(claims, content), /cannot be trusted/)
    }
  })

  it('when a way to sign is not secure, or takes the public key for a secret one', async () => {
    const claims = await begin(service)
    const weak = { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }
    await refused(samlResponse(claims, signSaml(samlAssertion(claims), provider, weak)), /not secure/)
    const digest = { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }
    await refused(samlResponse(claims, signSaml(samlAssertion(claims), provider, digest)), /not secure/)
    const hmac = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'
    const confused = signed(claims).replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', hmac)
    await refused(confused, /not secure/)
    await refused(confused.replace('hmac-sha1', 'hmac&#45;sha1'), /not secure/)
  })

  it('when it has definitions of its own', async () => {
    const doctype = '<!DOCTYPE x [<!ENTITY who SYSTEM "file:///etc/passwd">]>'
    await refused(doctype + signed(await begin(service)), /no answer of SAML/)
  })

  it('when it names people anew each time', async () => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    await refused(signed({ ...(await begin(service)), nameIdFormat }), /anew/)
  })

  it('when the provider says that it did not sign anybody in', async () => {
    const claims = await begin(service)
    const failed = samlResponse(claims, '').replace('status:Success', 'status:AuthnFailed')
    await refused(failed, /did not sign you in/)
  })
})

describe('people whom a provider signed in', () => {
  it('are who the provider says, whatever comments are written into their name', async () => {
    const claims = { ...(await begin(service)), nameId: 'admin@example.test<!-- -->.evil.test' }
    const { status, body } = await post(service, signed(claims))
    expect(status).toBe(200)
    expect(body.email).toBe(`admin+${service}@example.test.evil.test`)
  })

  it('get an account of their own, and the same one the next time', async () => {
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

  it('never get an administrator’s or another user’s account by its address', async () => {
    for (const { id, email } of [root, await make.user()]) {
      const { body } = await post(service, signed({ ...(await begin(service)), nameId: email }))
      expect(body.id).not.toBe(id)
      expect(body.is_sys_admin).toBe(false)
    }
  })

  it('come back to where the service says with a token, wherever else the answer wants them', async () => {
    const relayed = await add({ relay_state: '/login?session_token=_token_' })
    const { status, headers } = await post(relayed, signed(await begin(relayed)), { RelayState: 'https://evil.test/' })
    expect(status).toBe(302)
    const address = new URL(headers.location ?? '')
    expect([address.origin, address.pathname]).toEqual(['http://localhost', '/login'])
    const token = address.searchParams.get('session_token') ?? ''
    expect((await send('GET', 'user/session', { as: { token } })).body).toMatchObject({ is_sys_admin: false })
  })

  it('come back to the same place with a code when they were not let in', async () => {
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

  it('may begin at the provider where the service says so', async () => {
    const open = await add({ allow_unsolicited: true })
    const claims = { ...(await begin(open)), inResponseTo: null }
    const xml = signed(claims)
    expect((await post(open, xml)).status).toBe(200)
    await refused(xml, /already/, open)
  })

  it('have parts that attributes with other names tell', async () => {
    const mapped = await add({ attribute_map: [{ part: 'name', attribute: 'nickname' }] })
    const { body } = await post(
      mapped,
      signed({ ...(await begin(mapped)), attributes: { nickname: 'Annie', cn: 'A' } }),
    )
    expect(body.name).toBe('Annie')
  })
})

describe('a service of SAML', () => {
  it('describes itself to the provider', async () => {
    const { status, headers, body } = await send<string>('GET', `${service}/metadata`, host)
    expect([status, headers['content-type']]).toEqual([200, 'application/samlmetadata+xml'])
    expect(body).toContain(`entityID="${base}/${service}/metadata"`)
    expect(body).toContain(`Location="${base}/${service}/acs"`)
    expect(body).toContain(emailFormat)
  })

  it('sends people to the provider, with a signed request where it has a key', async () => {
    const own = await testCertificate('instance.test')
    const signing = await add({ sp_x509cert: own.certificate, sp_privateKey: own.privateKey })
    const { headers } = await send('GET', `${signing}/sso`, host)
    const address = new URL(headers.location ?? '')
    expect(address.href).toMatch(/^https:\/\/provider\.test\/sso\?tenant=1&/)
    expect(address.searchParams.get('SigAlg')).toMatch(/rsa-sha256$/)
    expect(samlRequestIn(address.href).xml).toContain(`AssertionConsumerServiceURL="${base}/${signing}/acs"`)
    const { body } = await send<string>('GET', `${signing}/metadata`, host)
    expect(body).toContain('AuthnRequestsSigned="true"')
  })

  it('is one of the ways in only with what it needs', async () => {
    const bare = await add({ idp_x509cert: null })
    expect(await send('GET', `${bare}/sso`, host)).toMatchObject({ status: 503 })
    const { body } = await send<{ authentication: { saml: { name: string; path: string }[] } }>(
      'GET',
      'system/environment',
    )
    expect(body.authentication.saml).toContainEqual(expect.objectContaining({ name: service, path: `${service}/sso` }))
  })

  it('is not stored with settings that cannot be used', async () => {
    const wrongs = [
      { idp_x509cert: 'no certificate' },
      { sp_privateKey: 'no key', sp_x509cert: provider.certificate },
      { sp_x509cert: provider.certificate },
      { idp_singleSignOnService_url: 'javascript:alert(1)' },
      { relay_state: '//evil.test' },
      { relay_state: 'javascript:alert(1)' },
      { attribute_map: [{ part: 'is_sys_admin', attribute: 'x' }] },
    ]
    for (const wrong of wrongs) {
      const body = { resource: [{ name: 'bad', type: 'saml', config: { ...settings, ...wrong } }] }
      expect((await send('POST', 'system/service', { as: root, body })).status, JSON.stringify(wrong)).toBe(400)
    }
  })
})

describe('over HTTPS', async () => {
  const publicUrl = 'https://millwright.test'
  const { send, root } = await sharedInstance({ config: { publicUrl } })
  const config = { ...settings, relay_state: '/login?session_token=_token_' }
  await send('POST', 'system/service', {
    as: root,
    body: { resource: [{ name: 'idp', type: 'saml', is_active: true, config }] },
  })
  const acs = `${publicUrl}/api/v2/idp/acs`

  async function signIn(withCookie: boolean) {
    const { headers } = await send('GET', 'idp/sso')
    const claims: SamlClaims = {
      recipient: acs,
      audience: `${publicUrl}/api/v2/idp/metadata`,
      inResponseTo: samlRequestIn(headers.location ?? '').id,
      issuer,
      nameId: 'ann',
      nameIdFormat: emailFormat,
      attributes: {},
      notBefore: -1_000,
      notOnOrAfter: 60_000,
    }
    const cookie = headers['set-cookie'] ?? ''
    const answer = await send('POST', 'idp/acs', {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(withCookie && { cookie: cookie.split(';')[0] ?? '' }),
      },
      body: new URLSearchParams({ SAMLResponse: Buffer.from(signed(claims)).toString('base64') }).toString(),
    })
    return { cookie, location: answer.headers.location }
  }

  it('only the browser that was sent to the provider comes back signed in', async () => {
    expect((await signIn(false)).location).toBe(`${publicUrl}/login?sign_in_error=not-begun-here`)
    const { cookie, location } = await signIn(true)
    expect(cookie).toMatch(/Path=\/api\/v2\/idp; .*HttpOnly; SameSite=None; Secure$/)
    expect(location).toMatch(/^https:\/\/millwright\.test\/login\?session_token=ey/)
  })
})
