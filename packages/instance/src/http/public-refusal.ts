import type { FastifyReply } from 'fastify'

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
