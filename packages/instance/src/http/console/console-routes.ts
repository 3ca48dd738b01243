import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf, type SendPublicFile } from '../public-files.ts'
import { type ConsoleFile, consoleFile } from './console-file.ts'
import { type ConsoleSettings, calledEndpoints } from './console-settings.ts'
import { securityHeaders } from './security-headers.ts'

export interface ConsoleParts {
  /** Of the built console. */
  readonly folder: string
  readonly settings: () => Promise<ConsoleSettings>
  /** The settings that are known before the first request. */
  readonly configured: Readonly<Record<string, unknown>>
  /** Of the instance that the console comes from, if any. */
  readonly publicFile?: SendPublicFile
}

/** Serves the built console and its `millwright.json`; pages that the console routes itself get its `index.html`. */
export function addConsole(server: FastifyInstance, { folder, settings, configured, publicFile }: ConsoleParts): void {
  const secure = securityHeaders(calledEndpoints(configured))

  server.get('/millwright.json', async (_, reply) =>
    reply
      .headers(secure)
      .header('cache-control', 'no-store')
      .type('application/json')
      .send(JSON.stringify(await settings())),
  )

  server.get('/*', async (request, reply) => {
    const path = pathOf(request)
    const encoding = request.headers['accept-encoding']
    const own = await consoleFile(folder, path, encoding)
    const published = own === null ? await publicFile?.(request, reply, path) : null
    if (published) return published
    const file = own ?? (isPage(request, path) ? await consoleFile(folder, '/index.html', encoding) : null)
    if (file === null) return reply.callNotFound()
    return sendFile(request, reply.headers(secure), file)
  })
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { bytes, headers }: ConsoleFile): FastifyReply {
  reply.headers(headers)
  if (request.headers['if-none-match'] === headers.etag) return reply.code(304).send()
  return reply.send(bytes)
}

function isPage({ headers }: FastifyRequest, path: string): boolean {
  if (path === '/') return true
  if (/^\/(?:api|assets)(?:\/|$)/.test(path)) return false
  const accept = headers.accept ?? '*/*'
  return accept.includes('text/html') || (accept === '*/*' && !/\.[^/]*$/.test(path))
}
