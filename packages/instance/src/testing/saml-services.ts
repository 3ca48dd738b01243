import { expect } from 'vitest'
import { fixture } from './fixture.ts'
import { type SamlClaims, samlAssertion, samlRequestIn, samlResponse, signSaml } from './saml-provider.ts'
import { type TestCertificate, testCertificate } from './test-certificate.ts'
import type { TestInstance } from './test-instance.ts'

export const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
export const samlIssuer = 'https://provider.test/metadata'

export interface Refusal {
  readonly error: { readonly message: string }
}

/** Creates SAML services on an instance with the URL `base`, and the one provider that they trust, for the tests of a file or `describe`. */
export function samlServices({ send, root }: Pick<TestInstance, 'send' | 'root'>, base = 'http://localhost') {
  const provider = fixture(() => testCertificate('provider.test'))
  const host = { host: new URL(base).host }
  const settings = {
    idp_entityId: samlIssuer,
    idp_singleSignOnService_url: 'https://provider.test/sso?tenant=1',
    get idp_x509cert() {
      return provider.certificate
    },
  }
  let services = 0

  async function add(config: object = {}, type = 'saml'): Promise<string> {
    services += 1
    const record = { name: `saml${services}`, label: 'Provider', type, is_active: true }
    const body = { resource: [{ ...record, config: { ...settings, ...config } }] }
    const { status, body: answer } = await send('POST', 'system/service', { as: root, body })
    expect(status, JSON.stringify(answer)).toBe(201)
    return record.name
  }

  /** Starts signing in, and returns the provider's claims and the browser's cookie. */
  async function begin(service: string): Promise<SamlClaims & { readonly cookie: string }> {
    const { status, headers } = await send('GET', `${service}/sso`, { headers: host })
    expect(status).toBe(302)
    return {
      recipient: `${base}/api/v2/${service}/acs`,
      audience: `${base}/api/v2/${service}/metadata`,
      inResponseTo: samlRequestIn(headers.location ?? '').id,
      issuer: samlIssuer,
      nameId: 'ann@example.test',
      nameIdFormat: emailFormat,
      attributes: {},
      notBefore: -1_000,
      notOnOrAfter: 60_000,
      cookie: headers['set-cookie'] ?? '',
    }
  }

  const post = <Body = Record<string, unknown>>(
    service: string,
    xml: string,
    { fields = {}, headers = {} }: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
  ) =>
    send<Body>('POST', `${service}/acs`, {
      headers: { ...host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), ...fields }).toString(),
    })

  async function refused(service: string, xml: string, reason: RegExp): Promise<void> {
    const { status, body } = await post<Refusal>(service, xml)
    expect(status, JSON.stringify(body)).toBe(401)
    expect(body.error.message).toMatch(reason)
  }

  /** Signs the assertion only, like most providers. */
  const signed = (claims: SamlClaims, key: TestCertificate = provider) =>
    samlResponse(claims, signSaml(samlAssertion(claims), key))

  return { provider, host, settings, add, begin, post, refused, signed }
}
