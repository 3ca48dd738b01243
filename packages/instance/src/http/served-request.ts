import { apiPrefix } from '@millwright/contract/headers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../request/caller.ts'
import { requestIdHeader } from './request-id.ts'
import { serviceOf } from './target.ts'

/** A request that came to its end, in whatever way. */
export interface ServedRequest {
  readonly id: string
  readonly method: string
  /** Without the query; bounded. */
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  readonly address: string
  /** In lower case, as it was named; null: not a call of the API, or the list of services. */
  readonly service: string | null
  /** Null: nobody knew who called before it ended. */
  readonly caller: Caller | null
  /** What was thrown; undefined: nothing was. */
  readonly failure: unknown
  /** Whether the answer did not reach its end, as the connection did before. */
  readonly isCutOff: boolean
}

/** Hears of each request once it is over. Must not throw. */
export type RequestObserver = (served: ServedRequest, request: FastifyRequest) => void

declare module 'fastify' {
  interface FastifyRequest {
    /** What is found out on the way; elsewhere: another server answers it, and tells of it. */
    noted: { caller: Caller | null; failure: unknown; isElsewhere: boolean }
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
  request.noted = { caller: null, failure: undefined, isElsewhere: false }
  if (observers.length === 0) return
  const started = performance.now()
  reply.raw.once('close', () => {
    if (request.noted.isElsewhere) return
    const served = servedRequest(request, reply, performance.now() - started)
    for (const observe of observers) observe(served, request)
  })
}

function servedRequest(request: FastifyRequest, { raw }: FastifyReply, milliseconds: number): ServedRequest {
  const path = loggedPath(request.url)
  const { caller, failure } = request.noted
  return {
    id: request.id,
    method: request.method,
    path,
    status: raw.statusCode,
    milliseconds,
    address: request.ip,
    service: path.startsWith(`${apiPrefix}/`) ? serviceOf(path) || null : null,
    caller,
    failure,
    isCutOff: !raw.writableFinished,
  }
}

const longestPath = 500

/** The path alone: neither a query, however its mark is written, nor what a proxy's form of the address has before it. */
export function loggedPath(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/?]*/i, '').replace(/(?:[?#;]|%3f|%23|%3b).*$/is, '')
  return path.length > longestPath ? `${path.slice(0, longestPath)}…` : path
}
