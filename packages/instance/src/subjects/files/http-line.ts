import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { Problem } from '@millwright/contract/problem'
import type { FileBytes } from '../../gateway/ports/file-storage.ts'
import { connectionLost } from '../../platform/network-error.ts'
import { openConnections } from '../../platform/outgoing/connections.ts'
import { outgoingSpan } from '../../platform/outgoing/guarded-request.ts'
import { inSpan, tracingHeaders } from '../../platform/tracing/request-context.ts'
import { unavailable, unavailableBy } from './unavailable.ts'

export interface LineRequest {
  readonly method: string
  readonly url: URL
  readonly headers?: OutgoingHttpHeaders
  readonly body?: FileBytes
}

/** HTTP to a server that keeps files, over connections that are kept for a while. */
export interface HttpLine {
  /** The answer, whose body has to be read or destroyed. Rejects with a 503 when the server cannot be asked. */
  ask(request: LineRequest): Promise<IncomingMessage>
  /** Connections in use end with their request. */
  close(): void
}

interface LineOptions {
  /** As refusals name the server. */
  readonly where: string
  readonly proxy?: string | null
}

/** Milliseconds to wait for an answer, or for a line that is stuck. */
const patience = 15_000
/** Milliseconds after which a connection that nobody uses is ended. */
const idle = 15_000

export function openHttpLine({ where, proxy = null }: LineOptions): HttpLine {
  const connections = openConnections({ proxy, idle, most: 64 })

  function exchange({ method, url, headers = {}, body }: LineRequest): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const request = connections.request(url, {
      method,
      headers: { 'user-agent': 'Millwright', 'accept-encoding': 'identity', ...tracingHeaders(), ...headers },
    })
    request.setTimeout(patience, () => request.destroy(Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' })))
    request.on('response', (answer) => {
      // From here on those who read the answer wait, and know for whom.
      request.setTimeout(0)
      resolve(answer)
    })
    request.on('error', reject)
    if (body === undefined || body instanceof Uint8Array) request.end(body)
    else {
      pipeline(Readable.from(body, { objectMode: false }), request, (error) => {
        if (error) reject(error)
      })
    }
    return promise
  }

  return {
    ask: (request) =>
      inSpan(outgoingSpan({ verb: request.method, address: request.url }), async () => {
        try {
          return await exchange(request)
        } catch (error) {
          if (error instanceof Problem) throw error
          throw unavailableBy(error, where) ?? unavailable(where, connectionLost, error)
        }
      }),
    close: connections.close,
  }
}
