import { pipeline, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { BodyFormat } from '../request/response-format.ts'
import type { RowStream } from '../request/row-stream.ts'
import { compressor, encodingFor, setEncodingHeaders } from './compression.ts'
import { type ListAs, rowsText } from './formats/rows-text.ts'

export interface RowsAsked extends ListAs {
  readonly acceptEncoding: string | undefined
}

const contentTypes: Readonly<Record<BodyFormat, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=UTF-8',
  xml: 'application/xml',
}

/**
 * Streams rows with backpressure. If reading fails midway, the connection is cut, so that clients do not mistake a part for the
 * whole; if the client disconnects, reading stops.
 */
export function streamRows(reply: FastifyReply, rows: RowStream, { acceptEncoding, ...as }: RowsAsked): FastifyReply {
  reply.header('content-type', contentTypes[as.format])
  const text = Readable.from(rowsText(rows, as), { objectMode: false })
  // The client may disconnect before the first row is read.
  text.once('close', rows.end)
  const encoding = acceptEncoding === undefined ? null : encodingFor(acceptEncoding)
  if (encoding === null) return reply.send(text)
  const compressed = compressor(encoding)
  pipeline(text, compressed, () => undefined)
  return setEncodingHeaders(reply, encoding).send(compressed)
}
