import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf, type SendPublicFile } from '../public-files.ts'
import { type ConsoleFile, consoleFile } from './console-file.ts'
import { isConsolePage } from './console-pages.ts'
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
    if (own !== null) return sendFile(request, reply.headers(secure), own)
    const status = pageStatus(request, path)
    const page = status === null ? null : await consoleFile(folder, '/index.html', encoding)
    if (status === null || page === null) return reply.callNotFound()
    return sendFile(request, reply.code(status).headers(secure), page)
  })
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { bytes, headers }: ConsoleFile): FastifyReply {
  reply.headers(headers)
  if (reply.statusCode === 200 && request.headers['if-none-match'] === headers.etag) return reply.code(304).send()
  return reply.send(bytes)
}

/**
 * The status with which the console's page answers a path, null where it does not. The page leads people from addresses that do not
 * exist to their own; programs hear that nothing is there.
 */
function pageStatus({ headers }: FastifyRequest, path: string): 200 | 404 | null {
  const accept = headers.accept ?? '*/*'
  const forPeople = accept.includes('text/html')
  if (path === '/') return 200
  if (isConsolePage(path)) return forPeople || accept === '*/*' ? 200 : null
  return forPeople && !/^\/(?:api|assets|health|metrics)(?:\/|$)/.test(path) ? 404 : null
}
