import { contentType } from '@millwright/connector/files/content-type'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileTag } from '../request/file-content.ts'
import type { FindPublicFile } from '../subjects/data/files/public-files.ts'

const sentences = {
  403: ['Forbidden', 'This file is not public.'],
  404: ['Not Found', 'There is no such file.'],
} as const

/** Sends a short HTML error page to people who open a file service's URL in their browser. */
export function sendErrorPage(reply: FastifyReply, status: keyof typeof sentences): FastifyReply {
  const [title, sentence] = sentences[status]
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title><h1>${title}</h1><p>${sentence}</p></html>\n`,
    )
}

/** Responds to a request for the public file at a decoded path; `null` if there is none and cannot be one. */
export type SendPublicFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
) => Promise<FastifyReply | null>

/** For instances without a console, which would otherwise serve the remaining paths. */
export function addPublicFiles(server: FastifyInstance, sendPublicFile: SendPublicFile): void {
  server.get('/*', async (request, reply) => {
    return (await sendPublicFile(request, reply, fileInRoute(request))) ?? reply.callNotFound()
  })
}

/** The decoded path of a request to a catch-all route. */
export function fileInRoute({ params }: FastifyRequest): string {
  const rest: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, '*') : ''
  return `/${typeof rest === 'string' ? rest : ''}`
}

/**
 * Pages served here have an opaque origin: they share the console's host, and must not read the console's session nor act as the
 * console. Any origin may read the files, so that a page can load its own modules and fonts.
 */
export const sandboxHeaders = {
  'content-security-policy':
    'sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads allow-orientation-lock allow-pointer-lock',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

/** Paths that belong to the console whatever the names of services are. */
const reserved = /^\/(?:api|assets)\//i

interface SenderOptions {
  /** Whether something else serves the path if there is no public file. */
  readonly isTaken: (path: string) => boolean
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
}

export function publicFileSender(find: FindPublicFile, { isTaken, headers }: SenderOptions): SendPublicFile {
  return async (request, reply, path) => {
    if (reserved.test(path)) return null
    const found = await find(path)
    if (found === null) return null
    if (found === 'not public' || found === 'missing') {
      if (isTaken(path)) return null
      return sendErrorPage(reply.headers(headers), found === 'missing' ? 404 : 403)
    }
    const { name, file } = found
    const etag = fileTag(file)
    reply.headers(headers).header('etag', etag)
    if (request.headers['if-none-match'] === etag) {
      await file.close()
      return reply.code(304).send()
    }
    return reply.header('content-type', contentType(name)).header('content-length', file.size).send(file.content())
  }
}
