import type { SendRequest } from '@millwright/connector/outgoing'
import { Semaphore } from '@millwright/connector/semaphore'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { createLruCache } from '../../../platform/cache.ts'
import type { Clock } from '../../../platform/clock.ts'
import { OauthProblem } from './oauth-problem.ts'
import { redirectProblem } from './redirect-address.ts'
import { deviceGrant } from './server-metadata.ts'

/** The relevant part of a client's metadata (RFC 7591). */
export interface ClientMetadata {
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** A client, identified by a request. */
export interface OauthClient extends ClientMetadata {
  readonly id: string
  /** Whether its metadata comes from its own site or from an administrator. */
  readonly verified: boolean
  /** `null`: it only uses PKCE. */
  readonly secret: string | null
}

const maxAddresses = 20
const longestName = 100

/**
 * Reads the metadata of a client from its registration or document. Throws if it supports neither codes with PKCE nor the device flow, the
 * only flows available; other requested features are ignored.
 */
export function readClientMetadata(sent: unknown): ClientMetadata {
  if (!isRecord(sent)) throw badMetadata('The metadata of the client must be a JSON object.')
  const { redirect_uris: addresses } = sent
  if (isDeviceOnly(sent) && (addresses === undefined || addresses === null)) {
    return { name: nameIn(sent) ?? unnamed, redirectUris: [] }
  }
  if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > maxAddresses) {
    throw badAddress(`redirect_uris must be a list of 1 to ${maxAddresses} addresses.`)
  }
  const redirectUris = addresses.map((each: unknown) => {
    if (typeof each !== 'string') throw badAddress('redirect_uris must be a list of texts.')
    const problem = redirectProblem(each)
    if (problem !== null) throw badAddress(problem)
    return each
  })
  if (!isDeviceOnly(sent)) requireAmong(sent, 'grant_types', 'authorization_code')
  requireAmong(sent, 'response_types', 'code')
  return { name: nameIn(sent) ?? unnamed, redirectUris: [...new Set(redirectUris)] }
}

const unnamed = 'Unnamed client'

/** Returns whether a client only signs in by a device code, and never by a browser. */
function isDeviceOnly({ grant_types: grants }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(grants) && grants.includes(deviceGrant) && !grants.includes('authorization_code')
}

/** Throws unless the member is absent or a list with the value. */
function requireAmong(sent: Readonly<Record<string, unknown>>, name: string, value: string): void {
  const list = sent[name]
  if (list === undefined || list === null || (Array.isArray(list) && list.includes(value))) return
  throw badMetadata(`${name} must contain ${value}.`)
}

/** Removes characters from the name that could disguise it as another text. */
function nameIn({ client_name: name }: Readonly<Record<string, unknown>>): string | null {
  if (name === undefined || name === null) return null
  if (typeof name !== 'string') throw badMetadata('client_name must be a text.')
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain === '' ? null : [...plain].slice(0, longestName).join('')
}

const badMetadata = (sentence: string) => new OauthProblem('invalid_client_metadata', sentence)
const badAddress = (sentence: string) => new OauthProblem('invalid_redirect_uri', sentence)

/** Clients whose id is the URL of a document that describes them. */
export interface ClientDocuments {
  /** Rejects if the URL is not public, does not respond, or has no document that names this URL. */
  read(address: string): Promise<OauthClient>
}

/** Maximum size of a document in bytes. */
export const longestDocument = 16_384
/** Milliseconds for which a document, or a failure to fetch it, is cached. */
const believed = { read: 600_000, failed: 30_000 }
const most = 500
/** Limits of concurrent and waiting fetches, as unauthenticated callers can name any URL. */
const queue = { width: 4, depth: 20 }

export function createClientDocuments(ask: SendRequest, clock: Clock): ClientDocuments {
  const known = createLruCache<string, { readonly until: number; readonly found: Promise<OauthClient> }>(most)
  const fetching = new Semaphore({
    ...queue,
    refusal: () =>
      new OauthProblem('temporarily_unavailable', 'Too many clients are connecting at once.', { status: 503 }),
  })

  async function fetched(address: string): Promise<OauthClient> {
    const question = { verb: 'GET', address: new URL(address), headers: { accept: 'application/json' } }
    const { status, body } = await ask(question, AbortSignal.timeout(patience)).catch((error: unknown) => {
      throw error instanceof Problem ? badDocument(error.message) : error
    })
    if (status !== 200) throw badDocument(`it responded with status ${status}.`)
    return clientInDocument(address, body.toString('utf8'))
  }

  return {
    read(address) {
      const before = known.get(address)
      if (before !== undefined && before.until > clock()) return before.found
      const found = fetching.run(() => fetched(address))
      known.set(address, { until: clock() + believed.read, found })
      found.catch((error: unknown) => {
        if (error instanceof Problem && error.status === 503) known.delete(address)
        else known.set(address, { until: clock() + believed.failed, found })
      })
      return found
    },
  }
}

const patience = 5000

/** Returns whether a client id is the URL of a document, as defined by the draft for client id metadata documents. */
export function isDocumentAddress(id: string): boolean {
  const url = id.length > 2048 || !id.startsWith('https://') ? null : URL.parse(id)
  return (
    url !== null && url.pathname !== '/' && url.href === id && url.hash === '' && url.username + url.password === ''
  )
}

/** Parses the client in a document. Throws if it does not name its own URL, and for clients that authenticate with a signature. */
export function clientInDocument(address: string, text: string): OauthClient {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw badDocument('it is not JSON.')
  }
  if (!isRecord(document) || document.client_id !== address) {
    throw badDocument('its client_id is not its own address.')
  }
  if ((document.token_endpoint_auth_method ?? 'none') !== 'none') {
    throw badDocument('its token_endpoint_auth_method must be none.')
  }
  return { ...readClientMetadata(document), id: address, verified: true, secret: null }
}

const badDocument = (reason: string) =>
  new OauthProblem('invalid_client', `The document of this client cannot be used: ${reason}`)
