import { lookup } from 'node:dns/promises'
import { isPrivateAddress } from '@millwright/instance/platform/outgoing/private-address'
import type { Flags } from '@millwright/instance/platform/settings/settings'
import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client'
import { UsageError } from '../flags.ts'

/** Maximum bytes of an answer; of a stream of events, of each event. */
const longest = 32 * 2 ** 20

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>

/**
 * A `fetch` for a service that is not trusted: reaches only the service's own host, and public hosts over HTTPS, whatever addresses the service
 * names; follows no redirects, which would receive the credentials; and fails for answers that do not end. `ask` sends the requests.
 */
export function boundedFetch(service: URL, ask: Fetch = fetch): Fetch {
  return async (input, init) => {
    const url = new URL(input)
    if (url.hostname !== service.hostname) await assertPublic(url)
    const response = await ask(url, { ...init, redirect: 'manual' })
    if (response.status < 300 || response.status >= 400) return bounded(response)
    await response.body?.cancel()
    throw new Error(`${url.host} redirects to another address. Give the address of the service itself.`)
  }
}

async function assertPublic({ protocol, hostname, host }: URL): Promise<void> {
  const refusal = new Error(`The service leads to ${host}, which is neither its own host nor a public one with HTTPS.`)
  if (protocol !== 'https:') throw refusal
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true })
  if (addresses.some(({ address }) => isPrivateAddress(address))) throw refusal
}

function bounded(response: Response): Response {
  const { body, status, statusText, headers } = response
  if (body === null) return response
  const isEvents = headers.get('content-type')?.includes('text/event-stream') === true
  let length = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      const end = isEvents ? endOfEvent(piece) : -1
      length = end < 0 ? length + piece.length : piece.length - end
      if (length <= longest) controller.enqueue(piece)
      else controller.error(new Error(`The service sent more than ${longest} bytes at once.`))
    },
  })
  return new Response(body.pipeThrough(counted), { status, statusText, headers })
}

/** Where the last event in a piece of a stream ends; -1 if none does. */
function endOfEvent(piece: Uint8Array): number {
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length)
  return Math.max(bytes.lastIndexOf('\n\n'), bytes.lastIndexOf('\r\n\r\n'), bytes.lastIndexOf('\r\r'))
}

/** A service's response to a request without a token: the URL of its resource metadata, and the scopes that it requires. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL
  readonly scope?: string
}

/**
 * Sends a request without a token. The result is empty if the response has no challenge; the metadata is then expected at its default
 * location.
 */
export async function challengeOf(address: URL): Promise<Challenge> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'millwright', version: '' } }
  const response = await boundedFetch(address)(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  await response.body?.cancel()
  return challengeIn(response)
}

export function challengeIn(response: Response): Challenge {
  if (response.status !== 401) return {}
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
  return { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope && { scope }) }
}

/** Returns the URL of an MCP service, given as shown in the console or, for a local one, by name. Throws for any other URL. */
export function serviceAddress({ instance, local }: Flags, command: string): URL {
  if (typeof local === 'string' && local !== '' && instance === undefined) {
    return new URL(`http://localhost/mcp/${encodeURIComponent(local)}`)
  }
  const url = typeof instance === 'string' ? URL.parse(instance) : null
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === ''
  if (!isWeb || !/\/mcp(?:\/[^/]+)?\/?$/.test(url.pathname)) {
    throw new UsageError(
      `${command} needs --instance with the address of an MCP service, such as https://host/mcp/name.`,
    )
  }
  url.search = ''
  url.hash = ''
  url.pathname = url.pathname.replace(/\/$/, '')
  return url
}
