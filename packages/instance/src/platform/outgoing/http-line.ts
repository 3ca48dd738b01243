import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { connectionLost } from '@millwright/connector/error-words'
import { unavailable, unavailableBy } from '@millwright/connector/files/unavailable'
import type { HttpConnection, HttpOptions, HttpRequest } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import { inSpan, tracingHeaders } from '../tracing/request-context.ts'
import { openConnections, outgoingSpan } from './guarded-request.ts'

/** Milliseconds to wait for a response, or for progress of a stuck connection. */
const patience = 15_000
/** Milliseconds after which an idle connection is closed. */
const idle = 15_000

/** Opens connections to a server that the settings of a service name. */
export function openHttpLine({ where, proxy = null }: HttpOptions): HttpConnection {
  const connections = openConnections({ proxy, idle, most: 64 })

  function exchange({ method, url, headers = {}, body }: HttpRequest): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const request = connections.request(url, {
      method,
      headers: { 'user-agent': 'Millwright', 'accept-encoding': 'identity', ...tracingHeaders(), ...headers },
    })
    request.setTimeout(patience, () => request.destroy(Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' })))
    request.on('response', (answer) => {
      // From here on, the readers of the body have their own timeout.
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
