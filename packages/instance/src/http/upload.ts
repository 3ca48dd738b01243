import type { FastifyRequest } from 'fastify'
import type { Call } from '../gateway/call.ts'
import type { Upload } from '../gateway/upload.ts'

/** Whether the body of a request to a file service is a file, or a form with files, rather than a list of what to do. */
export function isUpload({ resource, endsInSlash, headers }: Call): boolean {
  const isFile = resource !== '' && endsInSlash !== true
  return isFile || Boolean(headers['x-file-name']) || /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
}

/** The body of a request as it arrives. */
export function uploadOf({ raw, headers }: FastifyRequest): Upload {
  const size = Number(headers['content-length'])
  return {
    content: raw,
    contentType: headers['content-type'] ?? '',
    size: Number.isSafeInteger(size) ? size : null,
  }
}
