import type { SendRequest } from '@millwright/connector/outgoing'
import { Semaphore } from '@millwright/connector/semaphore'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { createLruCache } from '../../../platform/cache.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type OauthClient, readClientMetadata } from './client-metadata.ts'
import { OauthProblem } from './oauth-problem.ts'

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
