import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

/** Shorter responses fit into one packet anyway. */
const worthwhile = 1400

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export interface Compressed {
  readonly bytes: Buffer
  readonly encoding: 'br' | 'gzip'
}

/** The encoding for a response, or `null` if the client does not accept any or compression is not worthwhile. */
export function worthwhileEncoding(text: string, acceptEncoding: string | undefined): Compressed['encoding'] | null {
  return text.length < worthwhile || acceptEncoding === undefined ? null : encodingFor(acceptEncoding)
}

/** Compresses for speed rather than size, on another thread. */
export async function compress(text: string, encoding: Compressed['encoding']): Promise<Compressed> {
  const bytes =
    encoding === 'br'
      ? await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })
      : await zip(text, { level: 1 })
  return { bytes, encoding }
}

/** Returns a stream that compresses what is written to it, like `compress`. */
export function compressor(encoding: Compressed['encoding']): Transform {
  return encoding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })
    : createGzip({ level: 1 })
}

/** Sets the headers for a compressed body, including `Vary`. */
export function setEncodingHeaders(reply: FastifyReply, encoding: Compressed['encoding']): FastifyReply {
  const vary = reply.getHeader('vary')
  return reply
    .header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
    .header('content-encoding', encoding)
}

/** The best of the encodings in an `Accept-Encoding` header. */
export function encodingFor(acceptEncoding: string): Compressed['encoding'] | null {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim())
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : null
}
