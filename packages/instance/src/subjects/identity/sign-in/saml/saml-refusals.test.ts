import { beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { samlAssertion, samlResponse, signSaml } from '../../../../testing/saml-provider.ts'
import { samlIssuer, samlServices } from '../../../../testing/saml-services.ts'
import { testCertificate } from '../../../../testing/test-certificate.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root } = instance
const { provider, add, begin, post, refused, signed } = samlServices(instance)
const stranger = fixture(() => testCertificate('provider.test'))
const base = 'http://localhost/api/v2'
let service: string
beforeAll(async () => {
  service = await add()
})

describe('a response of a provider is rejected', () => {
  const signature = /signature is not valid/

  it('if it is not a SAML response', async () => {
    for (const xml of ['', '<a/>', 'plain', '<Response>', `${'<a>'.repeat(50_000)}`, '<Response/>']) {
      const { status } = await post(service, xml)
      expect(status === 401 || status === 400, xml.slice(0, 20)).toBe(true)
    }
    expect((await send('POST', `${service}/acs`, { body: { SAMLResponse: { a: 1 } } })).status).toBe(400)
    expect((await send('GET', `${service}/acs`, { as: root })).status).toBe(400)
  })

  it('if it is not signed', async () => {
    const claims = await begin(service)
    await refused(service, samlResponse(claims, samlAssertion(claims)), signature)
  })

  it('if it is signed by another key whose certificate is included', async () => {
    await refused(service, signed(await begin(service), stranger), signature)
  })

  it('if it was changed after it was signed', async () => {
    const xml = signed(await begin(service))
    await refused(service, xml.replace('>ann@example.test<', '>bob@example.test<'), signature)
    await refused(service, xml.replace(/<ds:SignatureValue>.{8}/, '<ds:SignatureValue>AAAAAAAA'), signature)
  })

  it('if it was issued by another provider', async () => {
    const claims = { ...(await begin(service)), issuer: 'https://evil.test' }
    await refused(service, signed(claims), /another provider/)
    const within = samlResponse({ ...claims, issuer: samlIssuer }, signSaml(samlAssertion(claims), provider))
    await refused(service, within, /another provider/)
  })

  it('if it is meant for another instance', async () => {
    const claims = await begin(service)
    await refused(service, signed({ ...claims, audience: 'https://other.test/metadata' }), /its audience/)
    await refused(service, signed({ ...claims, recipient: 'https://other.test/acs' }), /another URL/)
    const other = { ...claims, recipient: `${base}/other/acs` }
    await refused(service, samlResponse(claims, signSaml(samlAssertion(other), provider)), /another URL/)
  })

  it('if a header changes the address of the instance', async () => {
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

  it('if it is too old, or too new', async () => {
    const claims = await begin(service)
    await refused(service, signed({ ...claims, notOnOrAfter: -120_000 }), /expired/)
    await refused(service, signed({ ...claims, notBefore: 120_000, notOnOrAfter: 240_000 }), /not valid yet/)
  })

  it('if it was not requested', async () => {
    const claims = await begin(service)
    await refused(service, signed({ ...claims, inResponseTo: null }), /not started here/)
    await refused(service, signed({ ...claims, inResponseTo: '_made-up' }), /not started here/)
    const { inResponseTo } = await begin(await add())
    await refused(service, signed({ ...claims, inResponseTo }), /not started here/)
    const asked = samlResponse(claims, signSaml(samlAssertion({ ...claims, inResponseTo: null }), provider))
    await refused(service, asked, /not started here/)
  })

  it('if it comes a second time, or with another response to the same request', async () => {
    const claims = await begin(service)
    const xml = signed(claims)
    expect((await post(service, xml)).status).toBe(200)
    await refused(service, xml, /already/)
    await refused(service, signed(claims), /already/)
  })

  it('if the signed assertion is wrapped in another one', async () => {
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

  it('if the signed response is wrapped in another one', async () => {
    const claims = await begin(service)
    const right = signSaml(samlResponse(claims, samlAssertion(claims)), provider)
    const forged = samlAssertion({ ...claims, nameId: 'admin@example.test' })
    const signatureOf = /<ds:Signature .*<\/ds:Signature>/s.exec(right)?.[0] ?? ''
    const nested = signatureOf.replace(
      '</ds:Signature>',
      `<ds:Object>${right.replace(signatureOf, '')}</ds:Object></ds:Signature>`,
    )
    for (const content of [nested + forged, forged + right, `<samlp:Extensions>${right}</samlp:Extensions>${forged}`]) {
      await refused(service, samlResponse(claims, content), /cannot be trusted/)
    }
  })

  it('if the signature algorithm is not secure, or uses the public key as a secret', async () => {
    const claims = await begin(service)
    const weak = { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }
    await refused(service, samlResponse(claims, signSaml(samlAssertion(claims), provider, weak)), /not secure/)
    const digest = { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }
    await refused(service, samlResponse(claims, signSaml(samlAssertion(claims), provider, digest)), /not secure/)
    const hmac = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'
    const confused = signed(claims).replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', hmac)
    await refused(service, confused, /not secure/)
    await refused(service, confused.replace('hmac-sha1', 'hmac&#45;sha1'), /not secure/)
  })

  it('if it has a document type declaration', async () => {
    const doctype = '<!DOCTYPE x [<!ENTITY who SYSTEM "file:///etc/passwd">]>'
    await refused(service, doctype + signed(await begin(service)), /not a SAML 2.0 response/)
  })

  it('if it has transient name IDs', async () => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    await refused(service, signed({ ...(await begin(service)), nameIdFormat }), /transient/)
  })

  it('if the provider reports that it signed no one in', async () => {
    const claims = await begin(service)
    const failed = samlResponse(claims, '').replace('status:Success', 'status:AuthnFailed')
    await refused(service, failed, /did not sign you in/)
  })
})

it('reads a name ID as a whole, though a comment in it is not part of what is signed', async () => {
  const claims = { ...(await begin(service)), nameId: 'ann@example.test.evil.test' }
  const cut = signed(claims).replace('>ann@example.test.evil', '>ann@example.test<!-- -->.evil')
  expect(cut).toContain('<!-- -->')
  expect((await post(service, cut)).body).toMatchObject({ name: 'ann@example.test.evil.test' })
})
