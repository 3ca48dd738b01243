import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import type { FastifyInstance } from 'fastify'
import { readTarget } from '../target.ts'

/** Milliseconds without a byte after which the instance counts as gone. */
const patience = 120_000

/** Of one connection, not of the message. */
const ownHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Passes everything below `/api/v2` to one instance and its answers back, as streams. No request can name another host: only
 * the path and query of its address are used.
 */
export function addRelay(server: FastifyInstance, instance: URL): void {
  const secure = instance.protocol === 'https:'
  const send = secure ? httpsRequest : httpRequest
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const base = instance.pathname.replace(/\/+$/, '')
  server.addHook('onClose', async () => agent.destroy())

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const method = [...scope.supportedMethods]
    for (const url of [apiPrefix, `${apiPrefix}/*`]) {
      scope.route({
        method,
        url,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const answer = await new Promise<IncomingMessage>((resolve, reject) => {
            const outgoing = send({
              agent,
              protocol: instance.protocol,
              hostname: instance.hostname,
              port: instance.port,
              method: request.method,
              path: base + checkedPath(request.url),
              headers: { ...passed(request.headers), host: instance.host },
              timeout: patience,
            })
            outgoing.on('response', resolve)
            outgoing.on('error', reject)
            outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
            request.raw.on('aborted', () => outgoing.destroy())
            request.raw.pipe(outgoing)
          }).catch(() => {
            throw new Problem(502, `The instance at ${instance.host} does not answer.`)
          })
          return reply
            .code(answer.statusCode ?? 502)
            .headers(passed(answer.headers))
            .send(answer)
        },
      })
    }
  })
}

/** The path and query as they were sent, when they stay below the prefix. */
function checkedPath(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  const { service, resource } = readTarget(path)
  const named = [service, resource].filter((part) => part !== '').join('/')
  const sent = decodeURIComponent(path.slice(apiPrefix.length).split('?', 1)[0] ?? '')
  if (sent.split('/').includes('..')) throw new Problem(400, `The address leads out of '${named}'.`)
  return path
}

function passed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const dropped = new Set(headers.connection?.toLowerCase().split(/\s*,\s*/))
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== 'host' && !ownHeaders.has(name) && !dropped.has(name)),
  )
}
