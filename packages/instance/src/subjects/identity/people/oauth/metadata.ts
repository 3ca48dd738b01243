import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Clock } from '../../../../platform/clock.ts'
import type { Described, Provider } from './provider.ts'
import { textOf } from './provider.ts'
import type { Reach } from './reach.ts'
import { signatures } from './signatures.ts'

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
