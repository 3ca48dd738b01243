import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import type { TestCertificate } from './test-certificate.ts'

/** Claims of a SAML provider about a person. */
export interface SamlClaims {
  readonly recipient: string
  readonly audience: string
  readonly inResponseTo: string | null
  readonly issuer: string
  readonly nameId: string
  readonly nameIdFormat: string
  readonly attributes: Readonly<Record<string, string>>
  /** Milliseconds from now. */
  readonly notBefore: number
  readonly notOnOrAfter: number
}

const assertionNames = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const time = (offset: number) => new Date(Date.now() + offset).toISOString()

/** An unsigned assertion. `id`: unique by default. */
export function samlAssertion(claims: SamlClaims, id = `_${randomUUID()}`): string {
  const { recipient, audience, inResponseTo, issuer, nameId, nameIdFormat, attributes, notBefore, notOnOrAfter } =
    claims
  const until = `NotOnOrAfter="${time(notOnOrAfter)}"`
  const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`
  const values = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  )
  return (
    `<saml:Assertion ${assertionNames} ID="${id}" Version="2.0" IssueInstant="${time(0)}">` +
    `<saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID>` +
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">' +
    `<saml:SubjectConfirmationData ${until} Recipient="${recipient}"${answers}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${time(notBefore)}" ${until}><saml:AudienceRestriction>` +
    `<saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${time(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>` +
    'urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>' +
    `${values.length > 0 ? `<saml:AttributeStatement>${values.join('')}</saml:AttributeStatement>` : ''}</saml:Assertion>`
  )
}

/** An unsigned response around `content`. */
export function samlResponse(
  { recipient, inResponseTo, issuer }: Pick<SamlClaims, 'recipient' | 'inResponseTo' | 'issuer'>,
  content: string,
): string {
  const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" ` +
    `IssueInstant="${time(0)}" Destination="${recipient}"${answers}><saml:Issuer ${assertionNames}>${issuer}</saml:Issuer>` +
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>' +
    `${content}</samlp:Response>`
  )
}

/** Signs the root of a document, as providers do: the signature follows the issuer. */
export function signSaml(
  xml: string,
  { privateKey, certificate }: TestCertificate,
  { algorithm = rsaSha256, digest = sha256 }: { readonly algorithm?: string; readonly digest?: string } = {},
): string {
  const signed = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: canonical,
    // Includes the certificate, as an attacker could as well.
    getKeyInfoContent: SignedXml.getKeyInfoContent,
  })
  const transforms = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonical]
  signed.addReference({ xpath: '/*', digestAlgorithm: digest, transforms })
  signed.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' },
  })
  return signed.getSignedXml()
}

/** The request in a redirect to a provider. */
export function samlRequestIn(location: string): { readonly id: string; readonly xml: string } {
  const request = new URL(location).searchParams.get('SAMLRequest') ?? ''
  const xml = inflateRawSync(Buffer.from(request, 'base64')).toString()
  return { id: /\bID="([^"]+)"/.exec(xml)?.[1] ?? '', xml }
}
