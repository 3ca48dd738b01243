import { pipeline, type Readable } from 'node:stream'
import type { ByteRange } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import type { FastifyReply } from 'fastify'
import { type FileContent, fileTag } from '../request/file-content.ts'
import { compressor, encodingFor, setEncodingHeaders } from './compression.ts'
import { disposition } from './formats/disposition.ts'
import { endWithServer, refuse } from './server.ts'

/** Types whose contents a browser may run; in an opaque origin, they cannot act as the console. */
const active = /html|xml|svg|javascript/

/**
 * Streams a file with backpressure: all of it, the requested range, or 304 if the client's copy is current (docs/wire/files.md).
 * If reading fails midway, the connection is cut.
 */
export async function sendFile(reply: FastifyReply, { content }: FileContent): Promise<FastifyReply> {
  const { method, headers } = reply.request
  const { name, contentType, size, modified } = content
  reply.header('cache-control', 'private, no-cache')
  const etag = size === null || modified === null ? null : fileTag({ size, modified })
  if (etag !== null && modified !== null) {
    reply.headers({ etag, 'last-modified': new Date(modified).toUTCString(), 'accept-ranges': 'bytes' })
    if (isKnown(headers, etag, modified)) {
      await content.close()
      return reply.code(304).send()
    }
  }
  const range = size === null ? null : rangeOf(headers, size, etag, modified)
  if (range === 'unsatisfiable') {
    await content.close()
    return refuse(
      reply.header('content-range', `bytes */${size}`),
      new Problem(416, 'The range begins after the end of the file.'),
    )
  }
  reply.header('content-type', contentType)
  if (content.disposition !== null) reply.header('content-disposition', disposition(name, content.disposition))
  if (active.test(contentType)) reply.header('content-security-policy', content.policy ?? 'sandbox')
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  const encoding = content.isText === true && range === null ? encodingFor(headers['accept-encoding'] ?? '') : null
  if (encoding !== null) setEncodingHeaders(reply, encoding)
  const length = encoding !== null ? null : range === null ? size : range.end - range.start + 1
  if (length !== null) reply.header('content-length', length)
  if (method === 'HEAD') {
    await content.close()
    return reply.send()
  }
  if (/^text\/event-stream\b/i.test(contentType)) return sendEvents(reply, content.read())
  if (encoding !== null) return reply.send(pipeline(content.read(), compressor(encoding), () => undefined))
  return reply.send(range === null ? content.read() : content.read(range))
}

/** An endless response: its headers are sent before the first event, and closing the server ends it. */
function sendEvents(reply: FastifyReply, events: Readable): FastifyReply {
  endWithServer(reply.server.server, events)
  reply.send(events)
  reply.raw.flushHeaders()
  return reply
}

type Headers = FastifyReply['request']['headers']

function isKnown(headers: Headers, etag: string, modified: number): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(modified / 1000) * 1000 <= since
}

/** A single range. Several ranges or an invalid one are ignored. */
function rangeOf(
  headers: Headers,
  size: number,
  etag: string | null,
  modified: number | null,
): ByteRange | 'unsatisfiable' | null {
  const found = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(headers.range?.trim() ?? '')
  if (found === null) return null
  const condition = headers['if-range']?.toString()
  if (condition !== undefined && condition !== etag && !isSameTime(condition, modified)) return null
  const [, first, last, fromEnd] = found
  if (first === undefined) {
    const count = Math.min(Number(fromEnd), size)
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

const isSameTime = (condition: string, modified: number | null) =>
  modified !== null && condition === new Date(modified).toUTCString()
