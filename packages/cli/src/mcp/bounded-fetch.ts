import { lookup } from 'node:dns/promises'
import { isPrivateAddress } from '@millwright/instance/platform/outgoing/private-address'

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
