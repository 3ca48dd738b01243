import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Problem } from '@millwright/contract/problem'
import { openConnections } from '../../platform/outgoing/connections.ts'
import { outgoingSpan } from '../../platform/outgoing/guarded-request.ts'
import type { HostGuard } from '../../platform/outgoing/host-guard.ts'
import { inSpan, tracingHeaders } from '../../platform/tracing/request-context.ts'
import { configured, explained, lineProblem, StaleConnection, stopped, tooSlow } from './line-problem.ts'
import type { RemoteRequest } from './remote-request.ts'
import type { TransportOptions } from './transport-options.ts'

/** A body on its way to the other side. */
export type RemoteBody = { readonly bytes: Uint8Array } | { readonly stream: Readable; readonly size: number | null }

/** Connections to the other side of a service, kept for its next calls. */
export interface RemoteClient {
  /**
   * Resolves when the answer begins. Refuses with 503 what cannot be reached, with 504 what stays silent, with 413 a body that is too
   * long. `isGivenUp`: whether nobody waits any more.
   */
  send(request: RemoteRequest, body: RemoteBody | null, isGivenUp: () => boolean): Promise<IncomingMessage>
  /** Answers under way are not cut. */
  close(): void
}

interface RemoteClientParts {
  readonly guard: HostGuard
  readonly options: TransportOptions
  /** Bytes; null: any number. */
  readonly longestBody: number | null
  /** Milliseconds of silence before an answer begins; absent: half a minute. */
  readonly patience?: number
}

/** Milliseconds in which nothing comes of an answer that has begun. */
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
    // By a proxy, names are looked up there.
    const lookup = guardedLookup(guard, proxy ?? address)
    if (proxy !== null) guardedLookup(guard, address)
    return new Promise((resolve, reject) => {
      const request = connections.request(address, {
        method: verb,
        headers: { ...tracingHeaders(), ...headers, ...lengthOf(verb, body) },
        ...(lookup === undefined ? {} : { lookup }),
      })
      const late = setTimeout(() => fail(tooSlow(address)), options.timeout ?? patience)
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
        // What is there as a whole may still be read; destroying the request would keep it from whoever reads.
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

      request.on('error', (error) => fail(lineProblem(error, address, request.reusedSocket)))
      request.once('upgrade', (_, socket) => {
        socket.destroy()
        fail(new Problem(502, `${address.host} responded with another protocol.`))
      })
      request.once('response', (answer) => {
        settle()
        // Who answered already hears no more than it wants to.
        answer.once('close', release)
        begun = answer
        explained(answer, stopped(address))
        bound(answer, options.timeout, address)
        resolve(answer)
      })
      if (stream !== null) {
        stream.on('data', count).once('error', broken).once('aborted', broken)
        stream.pipe(request)
      } else if (body !== null && 'bytes' in body) request.end(body.bytes)
      else request.end()
    })
  }

  /** A connection that was kept may have ended just before it was used. */
  async function sendTwice(request: RemoteRequest, body: RemoteBody | null, isGivenUp: () => boolean) {
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
      const answer = await sendTwice(request, body, isGivenUp)
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

/** What is configured for one host is not for another. */
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

/** Ends an answer that takes longer than it may, or stops in its middle. */
function bound(answer: IncomingMessage, timeout: number | null, address: URL): void {
  let seen = -1
  const check = () => {
    if (timeout !== null || answer.socket.bytesRead === seen) {
      answer.destroy(stopped(address))
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
    throw configured(error)
  }
}
