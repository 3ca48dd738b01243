import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Problem } from '@millwright/contract/problem'
import { openConnections, outgoingSpan } from '../../../platform/outgoing/guarded-request.ts'
import type { HostGuard } from '../../../platform/outgoing/host-guard.ts'
import { inSpan, tracingHeaders } from '../../../platform/tracing/request-context.ts'
import {
  asUnavailable,
  brokenOffProblem,
  connectionProblem,
  StaleConnection,
  timeoutProblem,
  withErrorCause,
} from './connection-problem.ts'
import type { RemoteRequest } from './remote-request.ts'
import type { TransportOptions } from './transport-options.ts'

/** A request body for the remote server. */
export type RemoteBody = { readonly bytes: Uint8Array } | { readonly stream: Readable; readonly size: number | null }

/** HTTP client of one service, with pooled connections. */
export interface RemoteClient {
  /**
   * Resolves when the response begins. Rejects with a 503 if the server cannot be reached, a 504 if it does not respond in time
   * and a 413 if the body is too long. `isGivenUp`: whether the caller has disconnected.
   */
  send(request: RemoteRequest, body: RemoteBody | null, isGivenUp: () => boolean): Promise<IncomingMessage>
  /** Closes the client. Responses in progress are not aborted. */
  close(): void
}

interface RemoteClientParts {
  readonly guard: HostGuard
  readonly options: TransportOptions
  /** In bytes; `null`: unlimited. */
  readonly longestBody: number | null
  /** Milliseconds to wait for a response to begin. Default: 30 seconds. */
  readonly patience?: number
}

/** Milliseconds without data before a response that has begun is aborted. */
const silence = 300_000
const givenUpEvery = 200
const redirects = new Set([301, 302, 303, 307, 308])

export function createRemoteClient({
  guard,
  options,
  longestBody,
  patience = 30_000,
}: RemoteClientParts): RemoteClient {
  const { proxy, verify } = options
  const connections = openConnections({ proxy: proxy?.href ?? null, verify })

  function sendOnce(
    { verb, address, headers }: RemoteRequest,
    body: RemoteBody | null,
    isGivenUp: () => boolean,
  ): Promise<IncomingMessage> {
    // With a proxy, the proxy resolves the host name.
    const lookup = guardedLookup(guard, proxy ?? address)
    if (proxy !== null) guardedLookup(guard, address)
    return new Promise((resolve, reject) => {
      const request = connections.request(address, {
        method: verb,
        headers: { ...tracingHeaders(), ...headers, ...lengthOf(verb, body) },
        ...(lookup === undefined ? {} : { lookup }),
      })
      const late = setTimeout(() => fail(timeoutProblem(address)), options.timeout ?? patience)
      const watch = setInterval(
        () => isGivenUp() && fail(new Problem(400, 'The client aborted the request.')),
        givenUpEvery,
      )
      const stream = body !== null && 'stream' in body ? body.stream : null
      let sent = 0
      let begun: IncomingMessage | null = null

      function settle(): void {
        clearTimeout(late)
        clearInterval(watch)
      }
      function release(): void {
        stream?.unpipe(request)
        stream?.off('data', count)
        stream?.off('error', broken)
        stream?.off('aborted', broken)
        stream?.resume()
      }
      function fail(error: unknown): void {
        settle()
        release()
        if (begun === null) request.destroy()
        // A complete response may still be read; destroying the request would discard it.
        else if (!begun.complete) begun.destroy(error instanceof Error ? error : undefined)
        reject(error)
      }
      function count(piece: Buffer): void {
        sent += piece.length
        if (options.timeout === null) late.refresh()
        if (longestBody !== null && sent > longestBody)
          fail(new Problem(413, `The body is longer than ${longestBody} bytes.`))
      }
      function broken(): void {
        fail(new Problem(400, 'The connection closed before the whole request had arrived.'))
      }

      request.on('error', (error) => fail(connectionProblem(error, address, request.reusedSocket)))
      request.once('upgrade', (_, socket) => {
        socket.destroy()
        fail(new Problem(502, `${address.host} responded with another protocol.`))
      })
      request.once('response', (answer) => {
        settle()
        // A server that responds early has read as much of the body as it wants.
        answer.once('close', release)
        begun = answer
        withErrorCause(answer, brokenOffProblem(address))
        limitDuration(answer, options.timeout, address)
        resolve(answer)
      })
      if (stream !== null) {
        stream.on('data', count).once('error', broken).once('aborted', broken)
        stream.pipe(request)
      } else if (body !== null && 'bytes' in body) request.end(body.bytes)
      else request.end()
    })
  }

  /** Retries once if a keep-alive connection was closed just before it was reused. */
  async function sendWithRetry(request: RemoteRequest, body: RemoteBody | null, isGivenUp: () => boolean) {
    const mayRepeat = body === null && request.verb !== 'POST' && request.verb !== 'PATCH'
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await sendOnce(request, body, isGivenUp)
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error
        if (!mayRepeat || !isFirst) throw error.problem
      }
    }
  }

  function spanned(request: RemoteRequest, body: RemoteBody | null, isGivenUp: () => boolean) {
    return inSpan(outgoingSpan(request), async (note) => {
      const answer = await sendWithRetry(request, body, isGivenUp)
      note({ 'http.response.status_code': answer.statusCode ?? 0 })
      return answer
    })
  }

  return {
    async send(request, body, isGivenUp) {
      let next = request
      for (let left = options.redirects; ; left -= 1) {
        const answer = await spanned(next, body, isGivenUp)
        const target = left > 0 && body === null ? redirectOf(answer, next) : null
        if (target === null) return answer
        answer.destroy()
        next = target
      }
    },
    close: connections.close,
  }
}

function lengthOf(verb: string, body: RemoteBody | null): Record<string, string> {
  if (body === null) return verb === 'GET' || verb === 'DELETE' ? {} : { 'content-length': '0' }
  const size = 'bytes' in body ? body.bytes.length : body.size
  return size === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(size) }
}

/** The request for a redirect. Another origin does not receive the configured headers and credentials. */
function redirectOf(answer: IncomingMessage, request: RemoteRequest): RemoteRequest | null {
  const { statusCode = 0, headers } = answer
  if (!redirects.has(statusCode) || headers.location === undefined) return null
  const address = URL.parse(headers.location, request.address.href)
  if (address === null || !/^https?:$/.test(address.protocol)) return null
  address.username = ''
  address.password = ''
  const same = address.origin === request.address.origin
  const { accept = '*/*', via = '' } = request.headers
  return { ...request, address, headers: same ? request.headers : { accept, via, 'accept-encoding': 'identity' } }
}

/** Aborts a response that exceeds its timeout or stalls. */
function limitDuration(answer: IncomingMessage, timeout: number | null, address: URL): void {
  let seen = -1
  const check = () => {
    if (timeout !== null || answer.socket.bytesRead === seen) {
      answer.destroy(brokenOffProblem(address))
      return
    }
    seen = answer.socket.bytesRead
    timer.refresh()
  }
  const timer = setTimeout(check, timeout ?? silence)
  answer.once('close', () => clearTimeout(timer))
}

function guardedLookup(guard: HostGuard, address: URL): ReturnType<HostGuard> {
  try {
    return guard(address)
  } catch (error) {
    throw asUnavailable(error)
  }
}
