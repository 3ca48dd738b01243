import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuthorizationServer, OauthAnswer, OauthRequest } from '../gateway/ports/authorization-server.ts'
import { inRequest } from '../platform/tracing/request-context.ts'
import { OauthProblem, oauthBody } from '../subjects/identity/authorization/oauth-problem.ts'
import type { Origins } from './origins.ts'
import { foreseenProblem } from './problem-of.ts'
import { commonHeaders } from './server.ts'

/** Bytes of a body. */
const bodyLimit = 65_536

type Endpoint = keyof AuthorizationServer
type Reads = 'query' | 'form' | 'json'

/** Paths below a service's URL, and the well-known paths of its metadata (RFC 8414, RFC 9728). */
const endpoints: readonly { readonly name: Endpoint; readonly reads: Reads; readonly paths: readonly string[] }[] = [
  {
    name: 'resourceMetadata',
    reads: 'query',
    paths: ['/.well-known/oauth-protected-resource/mcp/:service', '/mcp/:service/.well-known/oauth-protected-resource'],
  },
  {
    name: 'serverMetadata',
    reads: 'query',
    paths: [
      '/.well-known/oauth-authorization-server/mcp/:service',
      '/mcp/:service/.well-known/oauth-authorization-server',
    ],
  },
  { name: 'authorize', reads: 'query', paths: ['/mcp/:service/authorize'] },
  { name: 'loginPage', reads: 'query', paths: ['/mcp/:service/sign-in'] },
  { name: 'login', reads: 'form', paths: ['/mcp/:service/login'] },
  { name: 'toProvider', reads: 'query', paths: ['/mcp/:service/oauth-redirect'] },
  { name: 'register', reads: 'json', paths: ['/mcp/:service/register'] },
  { name: 'deviceAuthorization', reads: 'form', paths: ['/mcp/:service/device_authorization'] },
  { name: 'token', reads: 'form', paths: ['/mcp/:service/token'] },
  { name: 'revoke', reads: 'form', paths: ['/mcp/:service/revoke'] },
]

/** Clients may run in pages. Requests contain no credentials that a browser would add automatically. */
const anywhere = { 'access-control-allow-origin': '*' }
const preflight = {
  ...anywhere,
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'Content-Type, Authorization, MCP-Protocol-Version',
  'access-control-max-age': '86400',
}

/** Serves the OAuth endpoints that clients use before they have a token (docs/wire/oauth.md). */
export function addOauth(server: FastifyInstance, oauth: AuthorizationServer, origins: Origins): void {
  for (const { name, reads, paths } of endpoints) {
    const answer = (request: FastifyRequest, reply: FastifyReply) =>
      inRequest({ id: request.id }, async () => send(reply, await oauth[name](readRequest(request, reads, origins))))
    for (const url of paths) {
      const method = reads === 'query' ? 'GET' : 'POST'
      server.route({ method, url, bodyLimit, handler: answer, errorHandler: refuseClient })
      server.options(url, (_, reply) => reply.code(204).headers(preflight).send())
    }
  }
}

function readRequest(request: FastifyRequest, reads: Reads, origins: Origins): OauthRequest {
  const { params, url, body, headers, ip } = request
  const service: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'service') : ''
  const mark = url.indexOf('?')
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : ''
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const wanted = { query: undefined, form: 'application/x-www-form-urlencoded', json: 'application/json' }[reads]
  if (wanted !== undefined && type !== wanted) {
    throw new OauthProblem('invalid_request', `The body must be of the type ${wanted}.`)
  }
  return {
    service: typeof service === 'string' ? service : '',
    origin: origins.ofAnswers(request),
    address: ip,
    authorization: headers.authorization,
    agent: headers['user-agent'],
    from: headers.origin,
    params: new URLSearchParams(reads === 'form' ? text : mark < 0 ? '' : url.slice(mark + 1)),
    ...(reads === 'json' ? { payload: parsed(text) } : {}),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OauthProblem('invalid_client_metadata', 'The body is not JSON.')
  }
}

function send(reply: FastifyReply, { status, body, headers = {} }: OauthAnswer): FastifyReply {
  reply
    .code(status)
    .headers(commonHeaders)
    .headers({ pragma: 'no-cache', ...anywhere, ...headers })
  return body === undefined ? reply.send() : reply.type('application/json').send(JSON.stringify(body))
}

/** Errors that cannot be reported to a client, because its redirect URL is unknown, are shown to the person. */
function refuseClient(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { problem, isForeseen } = foreseenProblem(error)
  if (!isForeseen) throw error
  request.noted.failure = error
  const challenge = problem.status === 401 && request.headers.authorization !== undefined
  const headers = { ...problem.headers, ...(challenge ? { 'www-authenticate': 'Basic realm="OAuth"' } : {}) }
  const forPeople = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
  if (!forPeople || request.url.includes('/.well-known/')) {
    return send(reply, { status: problem.status, body: oauthBody(problem), headers })
  }
  return reply
    .code(problem.status)
    .headers({ ...commonHeaders, ...headers, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" })
    .type('text/plain; charset=utf-8')
    .send(
      `${problem.message}\n\nGo back to the client from which you came, remove this server there and add it again.\n`,
    )
}
