import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as overHttp,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'
import type { OutgoingRequest } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import { inSpan, tracingHeaders } from '../tracing/request-context.ts'
import type { HostGuard } from './host-guard.ts'

export interface OutgoingOptions {
  /** URL of a forward proxy; absent or `null`: none, whatever the environment says. */
  readonly proxy?: string | null
  /** Whether certificates are verified; absent: yes. */
  readonly verify?: boolean
  /** Milliseconds after which an idle connection is closed. */
  readonly idle?: number
  /** Maximum number of concurrent connections to one host; absent: unlimited. */
  readonly most?: number
}

/** HTTP connections to other servers, kept alive for further requests (docs/adr/0015-outgoing-http.md). */
export interface Connections {
  request(address: URL, options: RequestOptions): ClientRequest
  /** Closes idle connections; those in use close with their request. */
  close(): void
}

export function openConnections({
  proxy = null,
  verify = true,
  idle = 60_000,
  most = Number.POSITIVE_INFINITY,
}: OutgoingOptions = {}): Connections {
  const proxyEnv = proxy === null ? {} : { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } }
  const options = { keepAlive: true, maxSockets: most, maxFreeSockets: 8, timeout: idle, ...proxyEnv }
  // Opened when first needed: an instance may have thousands of services, of which few are called.
  const agents: { http?: HttpAgent; https?: HttpsAgent } = {}
  function agentFor(address: URL): HttpAgent {
    if (isSecure(address)) {
      agents.https ??= new HttpsAgent({ ...options, rejectUnauthorized: verify })
      return agents.https
    }
    agents.http ??= new HttpAgent(options)
    return agents.http
  }
  return {
    request: (address, requestOptions) => requestTo(address, { ...requestOptions, agent: agentFor(address) }),
    close() {
      for (const agent of Object.values(agents)) {
        agent.maxFreeSockets = 0
        for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
      }
    },
  }
}

/** Starts a request with the protocol of its URL. */
function requestTo(address: URL, options: RequestOptions): ClientRequest {
  return (isSecure(address) ? overHttps : overHttp)(address, options)
}

const isSecure = ({ protocol }: URL) => protocol === 'https:'

interface SendOptions {
  readonly guard: HostGuard
  readonly signal: AbortSignal
  /** Status of the error for a response that switches to another protocol. */
  readonly badAnswer: 400 | 502
  readonly connections?: Connections | undefined
}

/**
 * Sends one request to a URL that a user supplied, over its own connection unless others are kept, and resolves when the response starts. Does not follow
 * redirects: their targets must be requested with this function too. Rejects private hosts with 400.
 */
export function sendGuarded(question: OutgoingRequest, sending: SendOptions): Promise<IncomingMessage> {
  return inSpan(outgoingSpan(question), async (note) => {
    const answer = await send(question, sending)
    note({ 'http.response.status_code': answer.statusCode ?? 0 })
    return answer
  })
}

/** The span of a request to another server. Contains only the host of its URL, as the rest may be secret. */
export function outgoingSpan({ verb, address }: Pick<OutgoingRequest, 'verb' | 'address'>) {
  return {
    name: verb,
    kind: 'client',
    attributes: { 'http.request.method': verb, 'server.address': address.hostname },
    part: { kind: 'remote', name: address.hostname },
  } as const
}

function send(
  { verb, address, headers, body }: OutgoingRequest,
  { guard, signal, badAnswer, connections }: SendOptions,
): Promise<IncomingMessage> {
  const lookup = guard(address)
  return new Promise((resolve, reject) => {
    const start = connections?.request ?? requestTo
    start(address, {
      ...(connections === undefined && { agent: false }),
      method: verb,
      headers: { 'user-agent': 'Millwright', 'accept-encoding': 'identity', ...tracingHeaders(), ...headers },
      signal,
      ...(lookup === undefined ? {} : { lookup }),
    })
      .on('response', resolve)
      .on('upgrade', (_, socket) => {
        socket.destroy()
        reject(new Problem(badAnswer, `${address.host} responded with another protocol.`))
      })
      .on('error', reject)
      .end(body)
  })
}

/** Returns the `Problem` that an error is or was caused by, or `null` if there is none, as for a lost connection. */
export function problemBehind(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  return error instanceof Error && error.cause instanceof Problem ? error.cause : null
}

/** Yields the body of a response. Throws `tooLong()` after more than `most` bytes; closes the connection when the consumer stops. */
export async function* readAnswerBody(
  answer: IncomingMessage,
  most: number,
  tooLong: () => Problem,
): AsyncGenerator<Buffer> {
  let length = 0
  try {
    for await (const piece of answer) {
      const bytes = Buffer.from(piece)
      length += bytes.length
      if (length > most) throw tooLong()
      yield bytes
    }
  } finally {
    answer.destroy()
  }
}
