import type { ServerResponse } from 'node:http'
import { apiPrefix } from '@millwright/contract/headers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AskedCall, FinishedCall } from '../gateway/ports/usage.ts'
import { RequestStory } from '../platform/tracing/request-story.ts'
import type { Caller } from '../request/caller.ts'
import { requestIdHeader } from './request-id.ts'
import { serviceOf } from './target.ts'

/** A request that came to its end, in whatever way. What few observers ask for is found out when it is read. */
export interface ServedRequest extends FinishedCall {
  /** Without the query; bounded. */
  readonly path: string
}

/** Hears of each request once it is over. Must not throw. */
export type RequestObserver = (served: ServedRequest, request: FastifyRequest) => void

/** What is found out about a request on the way. */
interface Noted {
  caller: Caller | null
  failure: unknown
  /** Null: it is no call, or could not be read. */
  asked: AskedCall | null
  readonly story: RequestStory
  /** Another server answers it, and tells of it. */
  isElsewhere: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    noted: Noted
  }
}

/** Gives each answer its `X-Request-Id` (docs/wire/requests.md), and tells observers when it is over. */
export function observeRequests(server: FastifyInstance, observers: readonly RequestObserver[]): void {
  server.decorateRequest('noted')
  server.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id)
    observeRequest(request, reply, observers)
    done()
  })
}

/** For a request that no hook has seen. */
export function observeRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  observers: readonly RequestObserver[],
): void {
  request.noted = { caller: null, failure: undefined, asked: null, story: new RequestStory(), isElsewhere: false }
  if (observers.length === 0) return
  const started = performance.now()
  // An answer closes once; `once` would wrap the listener for every request.
  reply.raw.on('close', () => {
    if (request.noted.isElsewhere) return
    const served = new RequestAtItsEnd(request, reply.raw, performance.now() - started)
    for (const observe of observers) observe(served, request)
  })
}

/** Without anything that `loggedPath` would take for a query. */
const plainName = /^[\w.-]+$/

class RequestAtItsEnd implements ServedRequest {
  readonly milliseconds: number
  readonly #request: FastifyRequest
  readonly #answer: ServerResponse

  constructor(request: FastifyRequest, answer: ServerResponse, milliseconds: number) {
    this.#request = request
    this.#answer = answer
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

  get asked(): AskedCall | null {
    return this.#request.noted.asked
  }

  get story(): RequestStory {
    return this.#request.noted.story
  }

  get bytesIn(): number | null {
    return lengthOf(this.#request.headers['content-length'])
  }

  get bytesOut(): number | null {
    return lengthOf(this.#answer.getHeader('content-length'))
  }
}

/** Null: it is not said. */
function lengthOf(length: number | string | string[] | undefined): number | null {
  return length === undefined ? 0 : Number(length)
}

const longestPath = 500

/** The path alone: neither a query, however its mark is written, nor what a proxy's form of the address has before it. */
export function loggedPath(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/?]*/i, '').replace(/(?:[?#;]|%3f|%23|%3b).*$/is, '')
  return path.length > longestPath ? `${path.slice(0, longestPath)}…` : path
}
