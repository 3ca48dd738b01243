import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { sentencesOf } from '../../platform/log.ts'
import { openConnections } from '../../platform/outgoing/guarded-request.ts'
import { requestLog } from '../request-log.ts'
import { createServer } from '../server.ts'
import { addConsole } from './console-routes.ts'
import { settingsFor } from './console-settings.ts'

/**
 * The path and query of a request line as they were sent, without scheme and host of the absolute form. Throws 400 if the decoded
 * path leads upwards.
 */
export function relayPath(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  const [plain = ''] = path.split('?', 1)
  // A server that decodes twice would also treat `%252e%252e` as a step upwards.
  if (decoded(decoded(plain)).split(/[/\\]/).includes('..')) throw new Problem(400, 'The path leads out of the API.')
  return path
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export interface ConsoleAppOptions {
  /** Folder of the built console. */
  readonly folder: string
  readonly instance: URL
  readonly apiKey: string
  /** Beneath which the console is public. */
  readonly basePath: string
  /** Name, color and external endpoints. */
  readonly configured: Readonly<Record<string, unknown>>
  readonly logger: Logger
}

/** The console alone, in front of a remote instance; not listening yet. */
export function createConsoleApp(options: ConsoleAppOptions): FastifyInstance {
  const { folder, instance, apiKey, basePath, configured, logger } = options
  const server = createServer({
    bodyLimit: Number.MAX_SAFE_INTEGER,
    basePath,
    trustedProxies: [],
    log: sentencesOf(logger),
    observers: [requestLog(logger)],
  })
  const relayedUrl = instance.origin + instance.pathname.replace(/\/+$/, '')
  const settings = { ...settingsFor(apiKey, configured, basePath), relayedUrl }
  addRelay(server, instance)
  addConsole(server, { folder, basePath, settings: async () => settings, configured })
  return server
}

/** Milliseconds without data after which the instance counts as unreachable. */
const patience = 120_000

/** Hop-by-hop headers, which apply to one connection. */
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
 * Relays everything below `/api/v2` to one instance, as streams. No request can select another host, because only the path and
 * query of its URL are used.
 */
function addRelay(server: FastifyInstance, instance: URL): void {
  const { forward, close } = forwarder(instance)
  server.addHook('onClose', async () => close())

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
          const answer = await forward(request)
          return reply
            .code(answer.statusCode ?? 502)
            .headers(passed(answer.headers))
            .send(answer)
        },
      })
    }
  })
}

function forwarder(instance: URL) {
  const connections = openConnections()
  const { host } = instance
  const base = instance.pathname.replace(/\/+$/, '')

  async function forward({ raw, method, url, headers: clientHeaders }: FastifyRequest): Promise<IncomingMessage> {
    const path = base + relayPath(url)
    const headers = { ...passed(clientHeaders), host }
    try {
      return await new Promise((resolve, reject) => {
        const outgoing = connections.request(instance, { method, path, headers, timeout: patience })
        outgoing.on('response', resolve)
        outgoing.on('error', reject)
        outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
        raw.on('aborted', () => outgoing.destroy())
        raw.pipe(outgoing)
      })
    } catch {
      throw new Problem(502, `The instance at ${host} does not respond.`)
    }
  }
  return { forward, close: connections.close }
}

function passed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const dropped = new Set(headers.connection?.toLowerCase().split(/\s*,\s*/))
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== 'host' && !ownHeaders.has(name) && !dropped.has(name)),
  )
}
