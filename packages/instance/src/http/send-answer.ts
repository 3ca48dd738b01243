import type { FastifyReply } from 'fastify'
import type { ApiResponse } from '../gateway/api-request.ts'
import type { Call } from '../gateway/call.ts'
import { compress } from './compression.ts'
import { responseFormat } from './formats/response-format.ts'

/** Sends a gateway's answer in the format that the caller asked for. */
export async function sendAnswer(
  reply: FastifyReply,
  { status, body, headers }: ApiResponse,
  { params, resource, headers: sent }: Pick<Call, 'params' | 'resource' | 'headers'>,
): Promise<FastifyReply> {
  reply.code(status).header('cache-control', 'no-store')
  if (headers !== undefined) reply.headers(headers)
  if (body === undefined) return reply.send()

  const wished = responseFormat({
    accept: sent.accept,
    acceptParam: params.accept,
    file: params.file,
    resource: resource.slice(resource.lastIndexOf('/') + 1),
  })
  if (wished.disposition !== null) reply.header('content-disposition', wished.disposition)
  const { text, contentType } =
    wished.format === 'json'
      ? { text: JSON.stringify(body), contentType: 'application/json' }
      : (await import('./formats/write-body.ts')).writeBody(body, wished.format)
  reply.header('content-type', contentType)

  const compressed = await compress(text, sent['accept-encoding'])
  if (compressed === null) return reply.send(text)
  const vary = reply.getHeader('vary')
  return reply
    .header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
    .header('content-encoding', compressed.encoding)
    .send(compressed.bytes)
}
