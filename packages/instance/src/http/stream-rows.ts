import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { RowStream } from '../request/row-stream.ts'
import { encodingFor, tellEncoding } from './compression.ts'
import type { BodyFormat } from './formats/body-format.ts'
import { rowsText } from './formats/rows-text.ts'

export interface RowsAsked {
  readonly format: BodyFormat
  /** Whether the list stands in `resource`, with its `meta` beside it. */
  readonly wrapped: boolean
  readonly acceptEncoding: string | undefined
}

const contentTypes: Readonly<Record<BodyFormat, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=UTF-8',
  xml: 'application/xml',
}

/**
 * Sends rows as fast as the caller takes them. When they cannot be read to the end, the connection is cut, so that nobody takes a part
 * for the whole; when the caller goes away, the reading ends.
 */
export function streamRows(
  reply: FastifyReply,
  rows: RowStream,
  { format, wrapped, acceptEncoding }: RowsAsked,
): FastifyReply {
  reply.header('content-type', contentTypes[format])
  const text = Readable.from(rowsText(rows, format, wrapped), { objectMode: false })
  // A caller who goes away early may leave before the first row is asked for.
  text.once('close', rows.end)
  const encoding = acceptEncoding === undefined ? null : encodingFor(acceptEncoding)
  if (encoding === null) return reply.send(text)
  const compressed =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })
      : createGzip({ level: 1 })
  // Failures reach the answer by the last stream.
  pipeline(text, compressed, () => undefined)
  return tellEncoding(reply, encoding).send(compressed)
}
