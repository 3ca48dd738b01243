import { inflateRawSync } from 'node:zlib'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Profile, SAML } from '@node-saml/node-saml'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { rejectReplay, type SamlChecks, skew, strongAlgorithms, untrusted } from './saml-check.ts'
import { readEnvelope } from './saml-envelope.ts'

/** Longest age of a request in milliseconds. */
const patience = 300_000
/** Longest Base64 request in characters, and longest XML in bytes. */
const longest = 50_000

/** Whether a message is a logout request of the provider, or its response to one. */
export function messageIn({ verb, params, payload }: ApiRequest): 'request' | 'response' | null {
  const sent = verb === 'POST' ? payload : params
  if (!isRecord(sent)) return null
  if ('SAMLRequest' in sent) return 'request'
  return 'SAMLResponse' in sent ? 'response' : null
}

/**
 * Validates a logout request of the provider and returns the library's profile of the person. Throws a 401 if it is not
 * securely signed by the provider, meant for another URL, expired, or used before.
 */
export async function checkSignOut(request: ApiRequest, saml: SAML, slo: string, checks: SamlChecks): Promise<Wanted> {
  const { settings, clock } = checks
  const { xml, relayState, read } = request.verb === 'POST' ? posted(request, saml) : redirected(request, saml)
  const envelope = readEnvelope(xml, 'LogoutRequest')
  if (envelope === null) throw untrusted('it is not a SAML 2.0 logout request')
  if (envelope.algorithms.some((each) => !strongAlgorithms.has(each)))
    throw untrusted('its signature algorithm is not secure')
  if (envelope.destination !== null && envelope.destination !== slo) throw untrusted('it is addressed to another URL')
  if (envelope.issuer !== settings.provider.entityId) throw untrusted('it was issued by another provider')
  const age = clock() - Date.parse(envelope.issued ?? '')
  if (!(age < patience && age > -skew)) throw new Problem(401, 'The request of the provider has expired.')
  const profile = await read().catch(() => null)
  if (profile === null) throw untrusted('its signature is not valid')
  await rejectReplay([`saml sign-out ${settings.service.id} ${profile.ID}`], clock() + patience, checks)
  return { profile, relayState }
}

interface Wanted {
  readonly profile: Profile
  /** Value that the provider expects back with the response; may be empty. */
  readonly relayState: string
}

interface Sent {
  readonly relayState: string
  readonly xml: string
  /** Verifies the signature; rejects if it is invalid. */
  readonly read: () => Promise<Profile | null>
}

function posted({ payload }: ApiRequest, saml: SAML): Sent {
  const text = (name: string) => (isRecord(payload) && typeof payload[name] === 'string' ? payload[name] : '')
  const SAMLRequest = text('SAMLRequest')
  if (SAMLRequest.length > longest) throw untrusted('it is too long')
  return {
    xml: Buffer.from(SAMLRequest, 'base64').toString('utf8'),
    relayState: text('RelayState'),
    read: async () => (await saml.validatePostRequestAsync({ SAMLRequest })).profile,
  }
}

/** The signature of a redirect covers the raw query, part by part, so each part must occur exactly once. */
function redirected({ query }: ApiRequest, saml: SAML): Sent {
  const pairs = pairsOf(query ?? '')
  const part = (name: string) => {
    const found = pairs.filter(([each]) => each === name)
    if (found.length > 1) throw untrusted('it repeats a parameter')
    return found[0]?.[1] ?? null
  }
  const parts = ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'].map((name) => [name, part(name)] as const)
  const [SAMLRequest, relayState = '', SigAlg, Signature] = parts.map(([, value]) =>
    value === null ? '' : decoded(value),
  )
  if (!SAMLRequest || !SigAlg || !Signature || SAMLRequest.length > longest) throw untrusted('it is not signed')
  if (!strongAlgorithms.has(SigAlg)) throw untrusted('its signature algorithm is not secure')
  const signed = parts.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`])).join('&')
  return {
    xml: inflated(SAMLRequest),
    relayState,
    read: async () => (await saml.validateRedirectAsync({ SAMLRequest, SigAlg, Signature }, signed)).profile,
  }
}

/** Pairs of raw values, with decoded names. */
function pairsOf(query: string): [string, string][] {
  return query.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [decoded(name), value.join('=')]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

function inflated(text: string): string {
  try {
    return inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: longest }).toString('utf8')
  } catch {
    throw untrusted('it cannot be read')
  }
}
