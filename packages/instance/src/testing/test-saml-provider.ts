import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { samlAssertion, samlRequestIn, samlResponse, signSaml } from './saml-provider.ts'
import { testCertificate } from './test-certificate.ts'

/** A provider of SAML on this machine, for browsers. Its page asks for a name, and believes it; it signs nobody in as `stranger`. */
export async function openTestSamlProvider() {
  const [own, another] = [await testCertificate('provider.test'), await testCertificate('provider.test')]
  const signingUs = await testCertificate('instance.test')
  const signedOut: string[] = []
  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '/', 'http://provider.test')
    if (address.pathname === '/slo') {
      const { xml } = samlRequestIn(address.href)
      signedOut.push(/<saml:NameID[^>]*>([^<]+)/.exec(xml)?.[1] ?? '')
      const entityId = />([^<]+)\/metadata<\/saml:Issuer>/.exec(xml)?.[1] ?? ''
      return void response.writeHead(302, { location: `${entityId}/slo?SAMLResponse=done` }).end()
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.method === 'GET') return void response.end(page(nameForm))
    const form = new URLSearchParams(await text(request))
    const posted = form.get('SAMLRequest')
    if (posted !== null) return void response.writeHead(303, { location: redirected(posted) }).end()
    const { id, xml } = samlRequestIn(address.href)
    const name = form.get('name') ?? ''
    const recipient = /AssertionConsumerServiceURL="([^"]+)"/.exec(xml)?.[1] ?? ''
    const claims = {
      recipient,
      audience: recipient.replace(/acs$/, 'metadata'),
      inResponseTo: id,
      issuer,
      nameId: `${name}@example.com`,
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      attributes: { displayName: name },
      notBefore: -1_000,
      notOnOrAfter: 60_000,
    }
    const signed = signSaml(samlAssertion(claims), name === 'stranger' ? another : own)
    const answer = Buffer.from(samlResponse(claims, signed)).toString('base64')
    response.end(page(answerForm(recipient, answer)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    /** The settings of a service for it. */
    config: {
      idp_entityId: issuer,
      idp_singleSignOnService_url: `${issuer}/sso`,
      idp_x509cert: own.certificate,
      idp_singleLogoutService_url: `${issuer}/slo`,
      sp_x509cert: signingUs.certificate,
      sp_privateKey: signingUs.privateKey,
    },
    /** Names of people who were sent there to be signed out. */
    signedOut,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Where a browser would have been redirected with what it posted. */
function redirected(posted: string): string {
  return `/sso?${new URLSearchParams({ SAMLRequest: deflateRawSync(Buffer.from(posted, 'base64')).toString('base64') })}`
}

const page = (body: string) => `<!doctype html><title>Provider</title><link rel="icon" href="data:,">${body}`
const nameForm =
  '<h1>Sign in at the provider</h1><form method="post"><label>Name <input name="name"></label><button>Go on</button></form>'
const answerForm = (recipient: string, answer: string) =>
  `<form method="post" action="${recipient}"><input type="hidden" name="SAMLResponse" value="${answer}">` +
  '<input type="hidden" name="RelayState" value="https://elsewhere.test/"></form><script>document.forms[0].submit()</script>'
