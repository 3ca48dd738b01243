import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PublicFiles } from '../../subjects/data/files/public-files.ts'
import { type ApiParts, addApi } from '../api-routes.ts'
import { pathOf, publicFileSender } from '../public-files.ts'
import { sendErrorPage } from '../public-refusal.ts'
import { createServer, type ServerOptions } from '../server.ts'

/**
 * The server of the origin of hosted apps: public files of file services, unsandboxed, and the API, so that apps need no other
 * origin. It serves nothing of the console, which this origin can neither read nor act as (docs/wire/files.md).
 */
export function createAppsServer(options: ServerOptions, api: ApiParts, files: PublicFiles): FastifyInstance {
  const server = createServer(options)
  addApi(server, api)
  const send = publicFileSender(files.find, { isTaken: () => false, headers: ofOwnOrigin })

  server.get('/*', async (request, reply) => {
    const path = pathOf(request)
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
