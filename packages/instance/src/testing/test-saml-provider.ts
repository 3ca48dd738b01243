import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as samlify from 'samlify'
import { type TestCertificate, testCertificate } from './test-certificate.ts'

const { IdentityProvider, ServiceProvider, setSchemaValidator } = samlify
// Its input is well-formed, and a schema validator would be an additional program.
setSchemaValidator({ validate: async () => 'well' })

const binding = 'urn:oasis:names:tc:SAML:2.0:bindings'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

/**
 * A genuine local SAML provider for browsers. Its login page requires only a name; for `stranger`, it signs with a different
 * key. It requires signed requests.
 */
export async function openTestSamlProvider() {
  const [own, another, ofService] = await Promise.all(
    ['provider.test', 'provider.test', 'instance.test'].map((name) => testCertificate(name)),
  )
  if (own === undefined || another === undefined || ofService === undefined) throw new Error('No certificates')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = providerWith(issuer, own)
  const impostor = providerWith(issuer, another)
  const asked = new Map<string, Awaited<ReturnType<typeof provider.parseLoginRequest>>>()
  const signedOut: string[] = []
  let service: ReturnType<typeof ServiceProvider> | null = null

  async function answer(request: IncomingMessage): Promise<{ page: string } | { location: string }> {
    if (service === null) throw new Error('It trusts no service yet')
    const address = new URL(request.url ?? '/', issuer)
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const sent = { query: Object.fromEntries(address.searchParams), octetString: signedPart(address), body: form }
    if (address.pathname === '/slo') {
      const wish = await provider.parseLogoutRequest(service, 'redirect', sent)
      signedOut.push(String(wish.extract.nameID))
      return { location: provider.createLogoutResponse(service, { extract: wish.extract }, 'redirect').context }
    }
    if (form.name === undefined) {
      const way = form.SAMLRequest === undefined ? 'redirect' : 'post'
      const wish = await provider.parseLoginRequest(service, way, sent)
      const id = String(wish.extract.request?.id)
      asked.set(id, wish)
      return { page: nameForm(id) }
    }
    const wish = asked.get(form.id ?? '')
    if (wish === undefined) throw new Error('Nobody asked for that')
    const from = form.name === 'stranger' ? impostor : provider
    const { context } = await from.createLoginResponse(service, { extract: wish.extract }, 'post', {
      email: `${form.name}@example.com`,
    })
    return { page: answerForm(String(service.entityMeta.getAssertionConsumerService('post')), context) }
  }

  server.on('request', async (request, response) => {
    const { status, headers, body } = await answer(request).then(
      (made) =>
        'page' in made
          ? { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page(made.page) }
          : { status: 302, headers: { location: made.location }, body: '' },
      (error: unknown) => ({ status: 400, headers: {}, body: String(error) }),
    )
    response.writeHead(status, headers).end(body)
  })

  return {
    issuer,
    /** Settings of a service that uses it. */
    config: {
      idp_entityId: issuer,
      idp_singleSignOnService_url: `${issuer}/sso`,
      idp_singleLogoutService_url: `${issuer}/slo`,
      idp_x509cert: own.certificate,
      sp_x509cert: ofService.certificate,
      sp_privateKey: ofService.privateKey,
    },
    /** Accepts requests only from the service with this metadata. */
    async trust(metadata: string) {
      service = ServiceProvider({ metadata: await (await fetch(metadata)).text() })
    },
    /** Names of people who were sent there to sign out. */
    signedOut,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function providerWith(issuer: string, { privateKey, certificate }: TestCertificate) {
  return IdentityProvider({
    entityID: issuer,
    privateKey,
    signingCert: certificate,
    wantAuthnRequestsSigned: true,
    wantLogoutRequestSigned: true,
    nameIDFormat: [emailFormat],
    singleSignOnService: ['Redirect', 'POST'].map((way) => ({
      Binding: `${binding}:HTTP-${way}`,
      Location: `${issuer}/sso`,
    })),
    singleLogoutService: [{ Binding: `${binding}:HTTP-Redirect`, Location: `${issuer}/slo` }],
  })
}

/** The part of a URL that its signature covers. */
function signedPart({ search }: URL): string {
  const parts = search.slice(1).split('&')
  return parts.filter((part) => !part.startsWith('Signature=')).join('&')
}

const page = (body: string) => `<!doctype html><title>Provider</title><link rel="icon" href="data:,">${body}`
const nameForm = (id: string) =>
  `<h1>Sign in at the provider</h1><form method="post" action="/sso"><input type="hidden" name="id" value="${id}">` +
  '<label>Name <input name="name"></label><button>Go on</button></form>'
const answerForm = (recipient: string, answer: string) =>
  `<form method="post" action="${recipient}"><input type="hidden" name="SAMLResponse" value="${answer}">` +
  '<input type="hidden" name="RelayState" value="https://elsewhere.test/"></form><script>document.forms[0].submit()</script>'
