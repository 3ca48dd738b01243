import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { apiPrefix } from '@millwright/contract/headers'
import { type ErrorEnvelope, Problem } from '@millwright/contract/problem'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { withoutBasePath } from '../platform/base-path.ts'
import type { Log } from '../platform/log.ts'
import { inRequest } from '../platform/tracing/request-context.ts'
import { ArrivingBodies, type BodySender } from './arriving-bodies.ts'
import { sessionTokenIn } from './credentials.ts'
import { foreseenProblem } from './problem-of.ts'
import { loggedError, sentIn } from './request-log.ts'
import {
  observeRequest,
  observeRequests,
  type RequestObserver,
  requestIdHeader,
  requestIdOf,
} from './served-request.ts'

export interface ServerOptions {
  /** Bytes of a body. */
  readonly bodyLimit: number
  /** Removed from the paths of requests that begin with it. */
  readonly basePath?: string
  readonly trustedProxies: readonly string[]
  readonly log: Log
  /** Receives bodies, together with those of other servers of the process; absent: without further limits. */
  readonly arriving?: ArrivingBodies
  /** Returns whether a text is a session token of this instance. */
  readonly isToken?: (text: string) => boolean
  /** Notified of each completed request. */
  readonly observers?: readonly RequestObserver[]
}

/** A server without routes whose error responses, including those of its own, have the wire's error body. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { bodyLimit, basePath = '', trustedProxies, log, observers = [], isToken = () => false } = options
  const unlimited = { perCaller: Number.POSITIVE_INFINITY, anonymous: Number.POSITIVE_INFINITY }
  const { arriving = new ArrivingBodies({ body: bodyLimit, ...unlimited }) } = options

  function senderOf({ headers, ip }: FastifyRequest): BodySender {
    const token = sessionTokenIn(headers)
    const hasSession = token !== undefined && isToken(token)
    return { key: hasSession ? token : ip, hasSession }
  }

  /** Converts an error to the problem to respond with, and logs unexpected errors. */
  function refusalOf(error: unknown, request: FastifyRequest): Problem {
    request.noted.failure = error
    const { problem, isForeseen } = foreseenProblem(error)
    if (!isForeseen) inRequest({ id: request.id }, () => log(unexpected(error, request)))
    return problem
  }

  const server = Fastify({
    bodyLimit,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    // While stopping, the server still responds to requests on open connections.
    return503OnClosing: false,
    genReqId: requestIdOf,
    ...(basePath === '' ? {} : { rewriteUrl: ({ url = '/' }: IncomingMessage) => withoutBasePath(url, basePath) }),
    frameworkErrors: (error, request, reply) => {
      reply.header(requestIdHeader, request.id)
      observeRequest(request, reply, observers)
      return refuse(reply, refusalOf(error, request))
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket),
  })
  server.addHttpMethod('MERGE', { hasBody: true })
  server.removeAllContentTypeParsers()
  // The most frequent type is listed separately, because the server caches its parser then.
  for (const type of ['application/json', '*']) {
    server.addContentTypeParser(type, (request: FastifyRequest, payload: IncomingMessage) =>
      arriving.receive(payload, () => senderOf(request), request.routeOptions.bodyLimit),
    )
  }
  closeSilentConnections(server)
  observeRequests(server, observers)
  server.setErrorHandler(async (error, request, reply) => {
    const problem = refusalOf(error, request)
    const most = bodyLimit * bodiesPassedOver
    if (problem.status === 413) await drainBody(request.raw, most)
    // Otherwise, the rest of a body that is refused would keep arriving.
    if (!request.raw.complete) {
      reply.header('connection', 'close')
      closeGently(request.raw, most)
    }
    return refuse(reply, problem)
  })
  server.setNotFoundHandler((request, reply) => refuse(reply, unknownAddress(request.method, request.url)))
  return server
}

/** Rejected bodies are read to the end if they are at most this many times the limit. */
const bodiesPassedOver = 8
/** Milliseconds after a response, during which what the client still sends is read. */
const lingering = 5_000

/** Closing waits for requests, but must not wait for connections without any, which browsers keep open. */
function closeSilentConnections(server: FastifyInstance): void {
  const open = new Set<Socket>()
  let closing = false
  server.server.on('connection', (socket: Socket) => {
    if (closing) socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.addHook('preClose', async () => {
    closing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    endStreamsOf(server.server)
  })
}

const endless = new WeakMap<object, Set<Readable>>()

/** Ends an endless stream when a server closes, instead of waiting for it. */
export function endWithServer(server: object, stream: Readable): void {
  const streams = endless.get(server) ?? new Set()
  endless.set(server, streams.add(stream))
  stream.once('close', () => streams.delete(stream))
}

/** Ends a server's endless streams. */
export function endStreamsOf(server: object): void {
  for (const stream of endless.get(server) ?? []) stream.destroy()
}

/** Responses of the API are never cached, and browsers must not guess their type. */
export const commonHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** A default for 503, because the cause is often temporary. */
const defaultRetryAfter = { 'retry-after': '5' }

/** Sends an error response with the request id, so that the log can be searched for it. */
export function refuse(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .headers(problem.status === 503 ? defaultRetryAfter : {})
    .headers(problem.headers)
    .header('content-type', 'application/json')
    .headers(commonHeaders)
    .send(JSON.stringify({ error: { ...problem.body(), request_id: reply.request.id } } satisfies ErrorEnvelope))
}

/** Message and stack, without anything that the request contained. */
function unexpected(error: unknown, request: FastifyRequest): string {
  const { type, message, stack } = loggedError(error, sentIn(request))
  return [`Unexpected failure: ${type}: ${message}`, ...stack].join('\n')
}

function unknownAddress(method: string, url: string): Problem {
  const inApi = url === apiPrefix || url.startsWith(`${apiPrefix}/`)
  if (inApi) return new Problem(405, `The method '${method}' is not supported.`)
  return new Problem(404, 'There is nothing at this address.')
}

/** Responds to data that is not valid HTTP, or exceeds its limits, and so never becomes a request. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const sentences: Record<number, string> = {
    408: 'The request did not arrive in time.',
    431: 'The headers of the request are too long.',
  }
  const problem = new Problem(status, sentences[status] ?? 'The request is not valid HTTP.')
  const body = JSON.stringify(problem.envelope())
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nConnection: close\r\n`
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

/**
 * Discards the rest of a body that is rejected for its length. Many clients read no response before they have sent everything,
 * and closing the connection would hide it. Resolves immediately if more than `most` bytes are announced, or as soon as more
 * have arrived.
 */
function drainBody(request: IncomingMessage, most: number): Promise<void> {
  if (request.readableEnded || request.destroyed || Number(request.headers['content-length'] ?? 0) > most) {
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    let bytes = 0
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > most) done()
    }
    const ends = ['end', 'close', 'error'] as const
    const done = () => {
      request.off('data', count)
      for (const end of ends) request.off(end, done)
      resolve()
    }
    for (const end of ends) request.on(end, done)
    request.on('data', count).resume()
  })
}

/**
 * Closes the connection once the response is sent, but reads and discards what the client still sends for a moment, or until more than
 * `most` bytes have arrived: closing at once would reset the connection, and many clients would then not read the response.
 */
function closeGently(request: IncomingMessage, most: number): void {
  const { socket } = request
  let left = Number.POSITIVE_INFINITY
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) socket.destroy()
  })
  // What the server calls after the last response on a connection.
  socket.destroySoon = () => {
    socket.end()
    left = most
    const patience = setTimeout(() => socket.destroy(), lingering).unref()
    socket.once('close', () => clearTimeout(patience))
    request.resume()
  }
}
