import { messageOf } from '@millwright/connector/error-words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/settings/config.ts'
import type { PublicFiles } from '../../subjects/data/files/public-files.ts'
import { type ApiParts, addApi } from '../api-routes.ts'
import { fileInRoute, publicFileSender, sendErrorPage } from '../public-files.ts'
import { createServer, type ServerOptions } from '../server.ts'

/**
 * Routes requests for the host of hosted apps to their server, if a proxy sends both hosts to one port. Pages cannot set the
 * header Host; `X-Forwarded-Host` is only accepted from trusted proxies.
 */
export function routeAppsHost(server: FastifyInstance, apps: FastifyInstance, appsUrl: string): void {
  const { host } = new URL(appsUrl)
  server.addHook('onReady', async () => {
    await apps.ready()
  })
  server.addHook('onRequest', (request, reply, done) => {
    if (request.host.toLowerCase() !== host) return done()
    request.noted.isForwarded = true
    reply.hijack()
    apps.routing(request.raw, reply.raw)
  })
}

/** Number of ports tried after the console's. */
const maxTried = 20

interface Listening extends Pick<Config, 'host' | 'appsPort'> {
  /** Port of the console's listener; 0 as configured if the operating system chose it. */
  readonly consolePort: number
  readonly isPortChosen: boolean
}

/**
 * Listens for hosted apps on the configured port, otherwise on the next free one after the console's, or on any free port if the
 * operating system chose that one.
 *
 * @returns the port, or `null` if none of the next ones is free
 * @throws if the configured port is unavailable
 */
export async function listenForApps(server: FastifyInstance, listening: Listening): Promise<number | null> {
  const { host, appsPort, consolePort, isPortChosen } = listening
  if (appsPort !== null) return boundPort(server, host, appsPort)
  if (isPortChosen) return boundPort(server, host, 0)
  for (let port = consolePort + 1; port <= Math.min(consolePort + maxTried, 65_535); port += 1) {
    try {
      return await boundPort(server, host, port)
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  return null
}

async function boundPort(server: FastifyInstance, host: string, port: number): Promise<number> {
  await server.listen({ host, port })
  const bound = server.server.address()
  return bound !== null && typeof bound === 'object' ? bound.port : port
}

function isTaken(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return code === 'EADDRINUSE' || code === 'EACCES'
}

/** Describes why the configured port is unavailable. */
export const whyNoApps = (error: unknown, port: number | null) =>
  isTaken(error)
    ? `Port ${port} is not free for hosted apps. Name another with MILLWRIGHT_APPS_PORT or --apps-port; 0 for none.`
    : `Hosted apps cannot be served: ${messageOf(error)}`

/**
 * The server of the origin of hosted apps: public files of file services, unsandboxed, and the API, so that apps need no other
 * origin. It serves nothing of the console, which this origin can neither read nor act as (docs/wire/files.md).
 */
export function createAppsServer(options: ServerOptions, api: ApiParts, files: PublicFiles): FastifyInstance {
  const server = createServer(options)
  addApi(server, api)
  const send = publicFileSender(files.find, { isTaken: () => false, headers: ofOwnOrigin })

  server.get('/*', async (request, reply) => {
    const path = fileInRoute(request)
    const page = opensPage(request, path) ? await files.pageFor(path) : null
    return (await send(request, reply, page ?? path)) ?? nothingHere(reply)
  })
  return server
}

/** Any origin may read the files, but `nosniff` keeps pages from loading them as scripts if they are of another type. */
const ofOwnOrigin = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
}

/** Whether a request may be for a route inside an app, rather than a file: `/files/shop/orders/7`. */
function opensPage({ headers }: FastifyRequest, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return (headers.accept ?? '').includes('text/html') && !name.includes('.')
}

const nothingHere = (reply: FastifyReply) => sendErrorPage(reply.headers(ofOwnOrigin), 404)
