import type { FastifyRequest } from 'fastify'
import type { Upload } from '../request/upload.ts'

/** The body of a request as it arrives. */
export function uploadOf({ raw, headers }: FastifyRequest): Upload {
  const size = Number(headers['content-length'])
  return {
    content: raw,
    contentType: headers['content-type'] ?? '',
    size: Number.isSafeInteger(size) ? size : null,
  }
}
