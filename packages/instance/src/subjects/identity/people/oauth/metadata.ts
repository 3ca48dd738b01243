import type { SendRequest } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { CustomFetchOptions, ProtectedResourceRequestBody } from 'oauth4webapi'
import type { Clock } from '../../../../platform/clock.ts'
import { type Described, type Provider, signatures, textOf } from './provider.ts'

type Options = CustomFetchOptions<string, ProtectedResourceRequestBody>

/** Sends requests to providers. Redirects are returned like other responses. */
export type Reach = (address: string, options: Options) => Promise<Response>

/** Uses the outgoing requests of the instance, which are restricted to allowed hosts. */
export function createReach(ask: SendRequest): Reach {
  return async (address, { method, headers, body, signal }) => {
    const question = { verb: method, address: new URL(address), headers, body: bodyText(body) }
    const reply = await ask(question, signal ?? new AbortController().signal)
    if (reply.status < 200 || reply.status > 599) throw new Problem(502, `${question.address.host} did not respond.`)
    const empty = reply.status === 204 || reply.status === 304
    return new Response(empty ? null : new Uint8Array(reply.body), { status: reply.status, headers: reply.headers })
  }
}

/** Requests to providers have a form or no body. */
function bodyText(body: ProtectedResourceRequestBody): string | undefined {
  return body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined
}

/** Milliseconds for which a discovery document is cached. */
const fresh = 3_600_000

/** Loads a provider's metadata from its discovery document on demand, and again when the cache expires. Throws a 502 if it is invalid. */
export function createMetadata({ described }: Provider, reach: Reach, clock: Clock): () => Promise<Described> {
  let known: { readonly read: Promise<Described>; readonly until: number } | null = null
  return async () => {
    if (!(described instanceof URL)) return described
    if (known === null || known.until < clock())
      known = { read: readDescription(described, reach), until: clock() + fresh }
    const { read } = known
    read.catch(() => {
      if (known?.read === read) known = null
    })
    return read
  }
}

async function readDescription(address: URL, reach: Reach): Promise<Described> {
  const headers = { accept: 'application/json' }
  const response = await reach(address.href, { method: 'GET', headers, body: undefined, redirect: 'manual' })
  const document: unknown = response.status === 200 ? await response.json().catch(() => null) : null
  const found = isRecord(document) ? read(document, address) : null
  if (found === null)
    throw new Problem(502, `${address.href} is not the discovery document of an OpenID Connect provider.`)
  return found
}

function read(document: Readonly<Record<string, unknown>>, from: URL): Described | null {
  const issuer = textOf(document.issuer)
  const [authorization, token, keys] = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].map((name) =>
    endpoint(document[name], from),
  )
  if (issuer === null || !authorization || !token || !keys) return null
  const page = endpoint(document.userinfo_endpoint, from)
  const methods = textsOf(document.token_endpoint_auth_methods_supported)
  const algorithms = textsOf(document.id_token_signing_alg_values_supported)?.filter((name) => signatures.has(name))
  return {
    issuer,
    authorization_endpoint: authorization,
    token_endpoint: token,
    jwks_uri: keys,
    ...(page === null ? {} : { userinfo_endpoint: page }),
    token_endpoint_auth_methods_supported: methods ?? ['client_secret_basic'],
    ...(algorithms === undefined ? {} : { id_token_signing_alg_values_supported: algorithms }),
  }
}

/** Endpoints in a document fetched over HTTPS must use HTTPS too. */
function endpoint(value: unknown, from: URL): string | null {
  const address = URL.parse(textOf(value) ?? '')
  const safe = address?.protocol === 'https:' || (address?.protocol === 'http:' && from.protocol === 'http:')
  return address !== null && safe ? address.href : null
}

function textsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : undefined
}
