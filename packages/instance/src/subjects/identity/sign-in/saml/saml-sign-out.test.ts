import { randomUUID, sign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { deferred, fixture } from '../../../../testing/fixture.ts'
import { samlAssertion, samlRequestIn, samlResponse, signSaml } from '../../../../testing/saml-provider.ts'
import { emailFormat, type Refusal, samlIssuer, samlServices } from '../../../../testing/saml-services.ts'
import { type TestCertificate, testCertificate } from '../../../../testing/test-certificate.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root } = instance
const { provider, host, settings, add, begin, post, signed } = samlServices(instance)
const stranger = fixture(() => testCertificate('provider.test'))
const own = fixture(() => testCertificate('instance.test'))
const key = deferred(() => ({ sp_x509cert: own.certificate, sp_privateKey: own.privateKey }))
const leaving = deferred(() => ({ ...key, idp_singleLogoutService_url: 'https://provider.test/slo' }))
let service: string
let slo: string
beforeAll(async () => {
  service = await add({ ...leaving, relay_state: '/login?lang=en&session_token=_token_' })
  slo = `http://localhost/api/v2/${service}/slo`
})

/** Signs a person in through the provider. */
async function arrive(at = service): Promise<{ token: string; nameId: string }> {
  const nameId = `${randomUUID()}@example.test`
  const { headers, body } = await post(at, signed({ ...(await begin(at)), nameId }))
  const token = headers.location ? new URL(headers.location).searchParams.get('session_token') : body.session_token
  return { token: String(token), nameId }
}

const isAlive = async (token: string) => (await send('GET', 'user/session', { as: { token } })).status === 200

interface Wish {
  readonly nameId: string
  readonly issuer?: string
  readonly destination?: string
  /** Milliseconds. */
  readonly age?: number
}

function wish({ nameId, issuer = samlIssuer, destination = slo, age = 0 }: Wish): string {
  return (
    '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ' +
    `ID="_${randomUUID()}" Version="2.0" IssueInstant="${new Date(Date.now() - age).toISOString()}" Destination="${destination}">` +
    `<saml:Issuer>${issuer}</saml:Issuer><saml:NameID Format="${emailFormat}">${nameId}</saml:NameID></samlp:LogoutRequest>`
  )
}

const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const deflated = (xml: string) => deflateRawSync(xml).toString('base64')

/** The query of a redirect, signed as the binding requires. */
function query(xml: string, { privateKey }: TestCertificate = provider, algorithm = sha256): string {
  const parts = new URLSearchParams({ SAMLRequest: deflated(xml), RelayState: 'of the provider', SigAlg: algorithm })
  const hash = algorithm === sha256 ? 'sha256' : 'sha1'
  return `${parts}&${new URLSearchParams({ Signature: sign(hash, Buffer.from(String(parts)), privateKey).toString('base64') })}`
}

const byRedirect = (sent: string) => send<Refusal>('GET', `${service}/slo?${sent}`, { headers: host })
const byPost = (xml: string, at = service) =>
  send<Refusal>('POST', `${at}/slo`, {
    headers: { ...host, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64') }).toString(),
  })

describe('a logout request of the provider is rejected', () => {
  it('if it is unsigned, signed by another key, or with an insecure algorithm', async () => {
    const { token, nameId } = await arrive()
    const xml = wish({ nameId })
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
    const unsigned = String(new URLSearchParams({ SAMLRequest: deflated(xml) }))
    for (const sent of [
      unsigned,
      query(xml, stranger),
      query(xml, provider, sha1),
      query(xml).replace(/SigAlg=[^&]+/, ''),
    ]) {
      expect((await byRedirect(sent)).status).toBe(401)
    }
    for (const sent of [xml, signSaml(xml, stranger), signSaml(xml, provider, { algorithm: sha1 })]) {
      expect((await byPost(sent)).status).toBe(401)
    }
    expect(await isAlive(token)).toBe(true)
  })

  it('if an unsigned request is added beside the signed one', async () => {
    const ann = await arrive()
    const bob = await arrive()
    const right = query(wish(ann))
    const forged = String(new URLSearchParams({ SAMLRequest: deflated(wish(bob)) }))
    expect((await byRedirect(`${right}&${forged}`)).status).toBe(401)
    expect((await byRedirect(`${forged}&${right}`)).status).toBe(401)
    expect((await byRedirect(right.replace('SAMLRequest', 'xSAMLRequest').concat(`&${forged}`))).status).toBe(401)
    const wrapped = signSaml(wish(ann), provider).replace(ann.nameId, bob.nameId)
    expect((await byPost(wrapped)).status).toBe(401)
    expect([await isAlive(ann.token), await isAlive(bob.token)]).toEqual([true, true])
  })

  it('if it is old, from another provider, for another URL, or invalid', async () => {
    const { token, nameId } = await arrive()
    const wrongs = [
      { age: 600_000 },
      { age: -600_000 },
      { issuer: 'https://evil.test' },
      { destination: 'https://other.test/slo' },
    ]
    for (const wrong of wrongs) expect((await byRedirect(query(wish({ nameId, ...wrong })))).status).toBe(401)
    expect((await byRedirect(query(`<!DOCTYPE x>${wish({ nameId })}`))).status).toBe(401)
    expect((await byRedirect(query('<a/>'))).status).toBe(401)
    expect((await byPost('nonsense')).status).toBe(401)
    expect((await byRedirect('x=1')).status).toBe(400)
    expect(await isAlive(token)).toBe(true)
  })

  it('if it comes a second time', async () => {
    const { nameId } = await arrive()
    const sent = query(wish({ nameId }))
    expect((await byRedirect(sent)).status).toBe(302)
    expect((await byRedirect(sent)).status).toBe(401)
  })

  it('if the service has no single logout', async () => {
    const { nameId, token } = await arrive(await add())
    expect((await byPost(signSaml(wish({ nameId, destination: '' }), provider), 'saml2')).status).toBe(400)
    expect((await send('DELETE', 'user/session', { as: { token } })).body).toEqual({
      success: true,
      is_root_admin: false,
    })
  })
})

describe('signing out', () => {
  it("at the provider ends only that person's sessions here, and gets a response", async () => {
    const ann = await arrive()
    const bob = await arrive()
    const { headers } = await byRedirect(query(wish(ann)))
    const address = new URL(headers.location ?? '')
    expect(address.origin + address.pathname).toBe('https://provider.test/slo')
    expect(address.searchParams.get('RelayState')).toBe('of the provider')
    expect(address.searchParams.get('SigAlg')).toBe(sha256)
    expect([await isAlive(ann.token), await isAlive(bob.token)]).toEqual([false, true])
    expect((await byPost(signSaml(wish(bob), provider))).status).toBe(302)
    expect(await isAlive(bob.token)).toBe(false)
    expect((await byRedirect(query(wish({ nameId: 'nobody' })))).status).toBe(302)
  })

  it('here redirects to the provider with a signed request, and from there to the sign-in page', async () => {
    const { token, nameId } = await arrive()
    const found = await send<{ resource: { id: number }[] }>('GET', `system/service?filter=name='${service}'`, {
      as: root,
    })
    const posting = { config: { request_binding: 'post' } }
    await send('PATCH', `system/service/${found.body.resource[0]?.id}`, { as: root, body: posting })
    const { body } = await send<{ logout_url: string }>('DELETE', 'user/session', { as: { token }, headers: host })
    const address = new URL(body.logout_url)
    expect(address.origin + address.pathname).toBe('https://provider.test/slo')
    expect([...address.searchParams.keys()]).toEqual(['SAMLRequest', 'SigAlg', 'Signature'])
    expect(samlRequestIn(address.href).xml).toContain(`>${nameId}</saml:NameID>`)
    expect(await isAlive(token)).toBe(false)
    const { status, headers } = await byRedirect('SAMLResponse=x&RelayState=https://evil.test')
    expect([status, headers.location]).toEqual([302, 'http://localhost/login?lang=en'])
  })

  it('identifies the person and session as the provider did at the last sign-in', async () => {
    const nameId = `${randomUUID()}@example.test`
    const at = await add({ ...leaving, relay_state: '/login?session_token=_token_' })
    const arriveIn = async (session: string) => {
      const claims = { ...(await begin(at)), nameId }
      const assertion = samlAssertion(claims)
        .replace('<saml:NameID ', '<saml:NameID NameQualifier="of it" SPNameQualifier="of us" ')
        .replace('<saml:AuthnStatement ', `<saml:AuthnStatement SessionIndex="${session}" `)
      const { headers } = await post(at, samlResponse(claims, signSaml(assertion, provider)))
      return String(new URL(headers.location ?? '').searchParams.get('session_token'))
    }
    for (const session of ['first', 'second']) {
      const as = { token: await arriveIn(session) }
      const { body } = await send<{ logout_url: string }>('DELETE', 'user/session', { as, headers: host })
      const { xml } = samlRequestIn(body.logout_url)
      expect(xml).toMatch(new RegExp(`<saml:NameID Format="${emailFormat}"[^>]*>${nameId}<`))
      for (const part of ['NameQualifier="of it"', 'SPNameQualifier="of us"']) expect(xml).toContain(part)
      expect(xml).toMatch(new RegExp(`SessionIndex[^>]*>${session}<`))
    }
  })

  it('is described to the provider for both bindings, and requires a signing key', async () => {
    const { body } = await send<string>('GET', `${service}/metadata`, { headers: host })
    for (const way of ['HTTP-Redirect', 'HTTP-POST']) {
      expect(body).toContain(
        `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${way}" Location="${slo}"/>`,
      )
    }
    const config = { ...settings, idp_singleLogoutService_url: 'https://provider.test/slo' }
    const bad = { resource: [{ name: 'bad', type: 'saml', config }] }
    expect((await send('POST', 'system/service', { as: root, body: bad })).status).toBe(400)
  })
})
