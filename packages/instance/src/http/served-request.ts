import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiPrefix } from '@millwright/contract/headers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FinishedCall, RequestTarget } from '../gateway/ports/usage.ts'
import { newRequestId, RequestTimings } from '../platform/tracing/request-context.ts'
import type { Caller } from '../request/caller.ts'
import { BusyPoll } from './busy-poll.ts'
import { serviceOf } from './target.ts'

/** One for all servers of the process, which share its event loop. */
const busyPoll = new BusyPoll()

export const requestIdHeader = 'x-request-id'

/** Safe in headers, logs and URLs without escaping. */
const wellFormed = /^[\w.:=+/@-]{1,128}$/

/** The id that a request was sent with if it is well-formed, otherwise a new one, which is also set as the request's header. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers[requestIdHeader]
  if (typeof sent === 'string' && wellFormed.test(sent)) return sent
  const requestId = newRequestId()
  headers[requestIdHeader] = requestId
  return requestId
}

/** A completed request. Properties that few observers need are computed on access. */
export interface ServedRequest extends FinishedCall {
  /** Without the query; truncated. */
  readonly path: string
}

/** Called after each request. Must not throw. */
export type RequestObserver = (served: ServedRequest, request: FastifyRequest) => void

/** What is learned about a request while it is processed. */
interface Noted {
  caller: Caller | null
  failure: unknown
  /** `null` if it is not an API request, or could not be read. */
  asked: RequestTarget | null
  readonly story: RequestTimings
  /** Another server of this instance responds to it, and notifies observers. */
  isForwarded: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    noted: Noted
  }
}

/** Sets the `X-Request-Id` of each response (docs/wire/requests.md), and notifies observers when the request has ended. */
export function observeRequests(server: FastifyInstance, observers: readonly RequestObserver[]): void {
  server.decorateRequest('noted')
  server.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id)
    observeRequest(request, reply, observers)
    done()
  })
}

/** For requests that did not pass through the hooks. */
export function observeRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  observers: readonly RequestObserver[],
): void {
  request.noted = { caller: null, failure: undefined, asked: null, story: new RequestTimings(), isForwarded: false }
  if (observers.length === 0) return
  const started = performance.now()
  busyPoll.begin(request.raw.socket, started)
  // A response closes only once; `once` would wrap the listener for every request.
  reply.raw.on('close', () => {
    const ended = performance.now()
    busyPoll.end(ended)
    if (request.noted.isForwarded) return
    const served = new RequestAtItsEnd(request, reply, ended - started)
    for (const observe of observers) observe(served, request)
  })
}

/** Contains nothing that `loggedPath` would interpret as a query. */
const plainName = /^[\w.-]+$/

class RequestAtItsEnd implements ServedRequest {
  readonly milliseconds: number
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #answer: ServerResponse

  constructor(request: FastifyRequest, reply: FastifyReply, milliseconds: number) {
    this.#request = request
    this.#reply = reply
    this.#answer = reply.raw
    this.milliseconds = milliseconds
  }

  get id(): string {
    return this.#request.id
  }

  get method(): string {
    return this.#request.method
  }

  get path(): string {
    return loggedPath(this.#request.url)
  }

  get status(): number {
    return this.#answer.statusCode
  }

  get address(): string {
    return this.#request.ip
  }

  get service(): string | null {
    const service = this.#request.noted.asked?.service
    if (service !== undefined && plainName.test(service)) return service
    const { path } = this
    return path.startsWith(`${apiPrefix}/`) ? serviceOf(path) || null : null
  }

  get caller(): Caller | null {
    return this.#request.noted.caller
  }

  get failure(): unknown {
    return this.#request.noted.failure
  }

  get isCutOff(): boolean {
    const { writableFinished, writableEnded, socket } = this.#answer
    return !writableFinished && (!writableEnded || socket?.destroyed === true)
  }

  get asked(): RequestTarget | null {
    return this.#request.noted.asked
  }

  get story(): RequestTimings {
    return this.#request.noted.story
  }

  get bytesIn(): number | null {
    const { 'content-length': length, 'transfer-encoding': encoding } = this.#request.headers
    return lengthOf(length, encoding !== undefined)
  }

  get bytesOut(): number | null {
    // Fastify hands its headers to `writeHead`, which does not store them in the response.
    return lengthOf(this.#reply.getHeader('content-length'), this.#answer.chunkedEncoding)
  }
}

/** Bytes of a body; `null` if it was sent in chunks, without its length. */
function lengthOf(length: number | string | string[] | undefined, isChunked: boolean): number | null {
  if (length !== undefined) return Number(length)
  return isChunked ? null : 0
}

const longestPath = 500

/** Only the path: without the query, even if its question mark is encoded, and without scheme and host of the absolute form. */
export function loggedPath(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/?]*/i, '').replace(/(?:[?#;]|%3f|%23|%3b).*$/is, '')
  return path.length > longestPath ? `${path.slice(0, longestPath)}…` : path
}
