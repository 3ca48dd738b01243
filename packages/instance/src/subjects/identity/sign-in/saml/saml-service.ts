import { createHash } from 'node:crypto'
import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { SAML } from '@node-saml/node-saml'
import type { Service } from '../../../../gateway/service.ts'
import type { ServiceParts } from '../../../../gateway/service-kind.ts'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { fileOf } from '../../../../request/file-content.ts'
import { flag } from '../../../../request/params.ts'
import { linkingRules } from '../../people/external/account-linking.ts'
import { redirectWith, redirectWithoutToken } from '../../people/external/login-redirect.ts'
import { bindingCookie, newBinding, sentBinding } from '../../people/external/sign-in-states.ts'
import { checkAnswer, createSamlRequests, type SamlPlace, samlConfig } from './saml-check.ts'
import { personOf, readSignOutName } from './saml-person.ts'
import { readSamlSettings } from './saml-settings.ts'

const script = 'document.forms[0].submit()'
const style =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}' +
  'body{display:grid;place-content:center;justify-items:center;gap:1rem;min-height:100vh;margin:0}p{margin:0}' +
  'button{font:inherit;padding:.5rem 1.25rem;cursor:pointer}'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Without `form-action`: browsers would apply it to redirects of the provider as well, and the page contains no foreign markup. */
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page that submits a form automatically, or with a button if scripts are disabled. */
function postedForm(action: string, fields: Readonly<Record<string, string>>): ApiResponse {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  const page =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signing in</title>' +
    `<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>${style}</style></head><body>` +
    `<p>Going on to ${escaped(new URL(action).host)}…</p>` +
    `<form method="post" action="${escaped(action)}">${inputs.join('')}<button>Go on</button></form>` +
    `<script>${script}</script></body></html>`
  const body = fileOf(Buffer.from(page), { contentType: 'text/html; charset=utf-8', policy })
  return { status: 200, body, headers: { 'referrer-policy': 'no-referrer' } }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)

const components = ['', '*', 'acs/', 'metadata/', 'slo/', 'sso/']
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'

/** A service with which people sign in at a SAML 2.0 provider, which posts them back to `acs` (docs/wire/sign-in.md). */
export function createSamlService({ row, config, host }: ServiceParts): Service {
  const settings = readSamlSettings(row, config)
  const { vault, clock } = host.parts
  const requests = createSamlRequests(row.id, vault, clock)
  const checks = { settings, requests, clock, useOnce: host.useOnce }

  /** `naming`: generates request ids that can be recognized later. */
  async function libraryFor(place: SamlPlace, naming: { generateUniqueId?: () => string } = {}) {
    if (settings.provider.certificates.length === 0) {
      throw new Problem(503, `The service '${row.name}' has no certificate of its provider yet.`)
    }
    const { SAML } = (await import('@millwright/connector-saml/driver')).driver
    return new SAML({ ...samlConfig(settings, place), ...naming })
  }

  /**
   * Over HTTPS, only the browser that was sent to the provider may return; without HTTPS, browsers would not send a cookie from
   * the provider's site.
   */
  async function redirectToProvider(request: ApiRequest, base: string): Promise<ApiResponse> {
    const binding = base.startsWith('https:') ? (sentBinding(request, postedAt(base)) ?? newBinding()) : null
    const saml = await libraryFor(placeOf(base, row.name), { generateUniqueId: () => requests.issue(binding) })
    const cookie = binding === null ? {} : { 'set-cookie': bindingCookie(binding, postedAt(base)) }
    const answer = settings.provider.isPostedTo ? await postedRequest(saml) : await redirectedRequest(saml)
    return { ...answer, headers: { ...answer.headers, ...cookie } }
  }

  async function redirectedRequest(saml: SAML): Promise<ApiResponse> {
    return redirected(await saml.getAuthorizeUrlAsync('', undefined, {}))
  }

  async function postedRequest(saml: SAML): Promise<ApiResponse> {
    // Posted requests are not compressed; redirected ones are.
    saml.options.skipRequestCompression = true
    const { SAMLRequest } = await saml.getAuthorizeMessageAsync('', undefined, {})
    return postedForm(settings.provider.address, { SAMLRequest: String(SAMLRequest) })
  }

  async function metadata(base: string): Promise<ApiResponse> {
    const saml = await libraryFor(placeOf(base, row.name))
    const certificate = settings.key?.certificate ?? null
    const xml = saml.generateServiceProviderMetadata(certificate, certificate)
    // The library's metadata contains only one of the two logout bindings.
    const both = xml.replace(
      /<SingleLogoutService [^>]*>/,
      (one) => `${one.replace('HTTP-POST', 'HTTP-Redirect')}${one}`,
    )
    return { status: 200, body: fileOf(Buffer.from(both), { contentType: 'application/samlmetadata+xml' }) }
  }

  async function receive(request: ApiRequest, base: string): Promise<ApiResponse> {
    const { relayState: address } = settings
    if (address === null) return { status: 200, body: await signIn(request, base) }
    const token = async () => (await signIn(request, base)).session_token ?? ''
    return redirectWith({ address, base, refusal: 'sign_in_error' }, token)
  }

  async function signIn(request: ApiRequest, base: string) {
    const answer = isRecord(request.payload) ? request.payload.SAMLResponse : null
    if (typeof answer !== 'string' || answer === '') {
      throw new Problem(400, 'The provider must post its response as SAMLResponse.')
    }
    const profile = await checkAnswer(answer, placeOf(base, row.name), sentBinding(request, postedAt(base)), checks)
    const vouched = { person: personOf(profile, settings), rules: linkingRules(config) }
    return host.enter({ ...vouched, extra: { SAMLResponse: answer } }, request, false)
  }

  async function signOut(request: ApiRequest, base: string): Promise<ApiResponse> {
    const { checkSignOut, messageIn } = await import('./saml-sign-out.ts')
    const message = messageIn(request)
    if (message === null) throw new Problem(400, 'The provider must send SAMLRequest or SAMLResponse.')
    // The provider's logout response has no further effect.
    if (message === 'response') return signedOut(settings.relayState, base)
    if (settings.provider.signOutAddress === null) {
      throw new Problem(400, `The service '${row.name}' has no single logout.`)
    }
    const place = placeOf(base, row.name)
    const saml = await libraryFor(place)
    const { profile, relayState } = await checkSignOut(request, saml, place.slo, checks)
    const known = await host.endSessions(row.id, profile.nameID, request)
    return redirected(await saml.getLogoutResponseUrlAsync(profile, relayState, {}, known))
  }

  async function signOutAt(subject: string, named: string | null, request: ApiRequest): Promise<string | null> {
    if (settings.provider.signOutAddress === null) return null
    const saml = await libraryFor(placeOf(request.linkOrigin?.() ?? request.origin, row.name))
    const person = { nameIDFormat: settings.nameIdFormat ?? unspecified, ...readSignOutName(named) }
    return saml.getLogoutUrlAsync({ ...person, issuer: settings.provider.entityId, nameID: subject }, '', {})
  }

  return {
    signOutAt,
    publicEndpoints: [
      { path: 'sso', verbs: ['GET'] },
      { path: 'metadata', verbs: ['GET'] },
      { path: 'acs', verbs: ['POST'] },
      { path: 'slo', verbs: ['GET', 'POST'] },
    ],
    accessList: async () => components,
    async handle(request) {
      const { verb, resource, params } = request
      // A spoofed `Host` header must not determine the audience of assertions.
      const base = request.linkOrigin?.() ?? request.origin
      if (verb === 'GET' && resource === 'sso') return redirectToProvider(request, base)
      if (verb === 'GET' && resource === 'metadata') return metadata(base)
      if (verb === 'POST' && resource === 'acs') return receive(request, base)
      if (resource === 'slo' && (verb === 'GET' || verb === 'POST')) return signOut(request, base)
      if (resource === '' && verb === 'GET' && flag(params, 'as_access_list')) {
        return { status: 200, body: { resource: components } }
      }
      if (['sso', 'metadata', 'acs', 'slo'].includes(resource)) {
        throw new Problem(400, `${verb} is not supported on '${row.name}/${resource}'.`)
      }
      throw new Problem(404, `Users sign in with '${row.name}' at ${row.name}/sso.`)
    },
  }
}

/** Responses are posted by the browser from the provider's site. */
const postedAt = (origin: string) => ({ origin, crossSite: true })

function placeOf(base: string, name: string): SamlPlace {
  const service = `${base}${apiPrefix}/${name}`
  return { entityId: `${service}/metadata`, acs: `${service}/acs`, slo: `${service}/slo` }
}

/** The response after signing out at the provider: a redirect to `relayState`, or a confirmation. */
function signedOut(relayState: string | null, base: string): ApiResponse {
  const address = relayState === null ? null : redirectWithoutToken(relayState, base)
  return address === null ? { status: 200, body: { success: true } } : redirected(address)
}

function redirected(location: string): ApiResponse {
  return { status: 302, body: undefined, headers: { location, 'referrer-policy': 'no-referrer' } }
}
