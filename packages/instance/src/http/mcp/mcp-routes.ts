import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { McpAnswer, McpRequest } from '../../gateway/ports/mcp-endpoint.ts'
import { inRequest } from '../../platform/tracing/request-context.ts'
import type { RequestBounds } from '../../request/request-bounds.ts'
import type { StoreVersion } from '../../store/store-version.ts'
import type { McpDoor } from '../../subjects/integrations/mcp/mcp-door.ts'
import { type CorsRules, corsHeaders, preflight } from '../cors/cors-rules.ts'
import { credentialsOf } from '../credentials.ts'
import { checkSize, mostMembers } from '../json.ts'
import type { Origins } from '../origins.ts'
import { pathOf } from '../read-call.ts'
import { commonHeaders, endWithServer, refuse } from '../server.ts'

/**
 * Detects DNS rebinding: a request to a loopback address whose host is not a local name, so that a browser takes this machine for
 * another server. `localAddress` is the address that the connection reached, `publicUrl` the instance's public URL.
 */
export function isForeignHost(host: string, localAddress: string | undefined, publicUrl: string | null): boolean {
  if (localAddress === undefined || !isLoopback(localAddress)) return false
  if (publicUrl !== null && new URL(publicUrl).host === host) return false
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return !(name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0)
}

const isLoopback = (address: string) => /^(?:127\.|::1$|::ffff:127\.)/.test(address)

const reports = ['usage', 'access', 'catalog', 'health'] as const

/** Paths at which consoles of other vendors request the reports about MCP services (docs/wire/mcp.md). */
export function addReportAliases(server: FastifyInstance): void {
  for (const name of reports) {
    server.get(`/_internal/ai/mcp-${name}`, (request, reply) => {
      const query = request.url.indexOf('?')
      const search = query < 0 ? '' : request.url.slice(query)
      return reply.redirect(`${apiPrefix}/system/mcp_${name}${search}`, 307)
    })
  }
}

interface McpRouteParts {
  readonly version: Pick<StoreVersion, 'refusal'>
  readonly door: McpDoor
  readonly corsRules: CorsRules
  readonly origins: Origins
  readonly publicUrl: string | null
  readonly bounds: Pick<RequestBounds, 'values'>
  readonly failed: (error: unknown) => void
}

/** Response headers that pages of other origins may read. */
const exposed = 'WWW-Authenticate, MCP-Protocol-Version'

/** Passes messages of assistants to the MCP door, with what only the HTTP layer knows about them (docs/wire/mcp.md). */
export function addMcp(server: FastifyInstance, parts: McpRouteParts): void {
  const { version, door, corsRules, origins, publicUrl, bounds, failed } = parts

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Messages are parsed at once, by us and by the library.
    if (Buffer.isBuffer(request.body)) checkSize(request.body.toString('utf8'), mostMembers(bounds.values))
    const origin = origins.ofAnswers(request)
    const headers = request.headers as Readonly<Record<string, string | undefined>>
    const closed = new AbortController()
    const giveUp = () => {
      if (!reply.raw.writableFinished) closed.abort()
    }
    reply.raw.once('close', giveUp)
    const answered = await door({
      service: nameOf(request),
      id: request.id,
      request: messageOf(request, origin, closed.signal),
      credentials: credentialsOf({ service: 'mcp', resource: '', params: {}, headers, payload: undefined }),
      origin,
      linkOrigin: () => origins.ofMails(request),
      address: request.ip,
      identified: (caller) => {
        request.noted.caller = caller
      },
      failed(error) {
        request.noted.failure = error
        failed(error)
      },
    })
    return send(server, reply, answered)
  }

  server.route({
    method: ['GET', 'POST', 'DELETE', 'OPTIONS'],
    url: '/mcp/:service',
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      if (version.refusal !== null) throw version.refusal
      const { origin, host = '', 'access-control-request-method': method } = request.headers
      const rule = (await corsRules()).find((each) => each.matches(pathOf(request.url)))
      if (request.method === 'OPTIONS') {
        const preflightRequest = {
          origin,
          method: method ?? '',
          headers: request.headers['access-control-request-headers'],
        }
        const { status, headers } = preflight(rule, preflightRequest)
        return reply.code(status).headers(headers).send()
      }
      if (isForeignHost(host, request.socket.localAddress, publicUrl)) return refuse(reply, foreignHost(host))
      if (origin === undefined) return
      const allowed = corsHeaders(rule, origin)
      const isAllowed = ['*', origin].includes(allowed['access-control-allow-origin'] ?? '')
      const isOwn = origin === new URL(origins.ofAnswers(request)).origin || origin === `${request.protocol}://${host}`
      if (!(isOwn || isAllowed)) return refuse(reply, foreignOrigin(origin))
      reply.headers(allowed).header('access-control-expose-headers', exposed)
    },
    handler: (request, reply) =>
      inRequest({ id: request.id, story: request.noted.story }, () => answer(request, reply)),
  })
}

const foreignOrigin = (origin: string) =>
  new Problem(403, `Pages of ${origin} may not call this service. Add a CORS entry for its path to allow them.`)

const foreignHost = (host: string) =>
  new Problem(403, `This address is not called '${host.slice(0, 200)}'. Use localhost, or set MILLWRIGHT_PUBLIC_URL.`)

function nameOf({ params }: FastifyRequest): string {
  const name: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'service') : ''
  return typeof name === 'string' ? name : ''
}

function messageOf({ method, url, headers, body }: FastifyRequest, origin: string, signal: AbortSignal): McpRequest {
  const sent = Buffer.isBuffer(body) && method === 'POST' ? body : null
  return { method, url: `${origin}${pathOf(url)}`, headers, body: sent, signal }
}

function send(server: FastifyInstance, reply: FastifyReply, { status, headers, body }: McpAnswer): FastifyReply {
  reply.code(status).headers({ ...commonHeaders, ...headers })
  if (body === null) return reply.send()
  if (typeof body === 'string') return reply.send(body)
  const stream = Readable.fromWeb(body as NodeStream)
  if (headers['content-type']?.startsWith('text/event-stream')) {
    reply.header('x-accel-buffering', 'no')
    endWithServer(server.server, stream)
  }
  return reply.send(stream)
}
