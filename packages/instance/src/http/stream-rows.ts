import { pipeline, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { BodyFormat } from '../request/response-format.ts'
import type { RowStream } from '../request/row-stream.ts'
import { compressor, encodingFor, setEncodingHeaders } from './compression.ts'
import { type CsvStyle, plainCsv } from './formats/csv-options.ts'
import { csvLines, csvStart, rowsToWrite, xmlEnd, xmlMembers, xmlStart } from './formats/write-body.ts'

/** How a list is written. */
export interface ListAs {
  readonly format: BodyFormat
  /** Whether the list is in `resource`, with its `meta` beside it. */
  readonly wrapped: boolean
  readonly csv?: CsvStyle
}

/** Yields the serialized text of a list in batches, identical to that of the whole list (docs/wire/formats.md). */
export function rowsText(rows: RowStream, { format, wrapped, csv = plainCsv }: ListAs): AsyncGenerator<string> {
  if (format === 'csv') return csvText(rows, csv)
  return format === 'xml' ? xmlText(rows, wrapped) : jsonText(rows, wrapped)
}

async function* jsonText({ portions, meta }: RowStream, wrapped: boolean): AsyncGenerator<string> {
  yield wrapped ? '{"resource":[' : '['
  let separator = ''
  for await (const rows of portions) {
    if (rows.length === 0) continue
    yield separator + JSON.stringify(rows).slice(1, -1)
    separator = ','
  }
  const beside = wrapped ? await meta() : null
  yield `]${beside === null ? '' : `,"meta":${JSON.stringify(beside)}`}${wrapped ? '}' : ''}`
}

/** The first batch determines the columns. */
async function* csvText({ portions }: RowStream, style: CsvStyle): AsyncGenerator<string> {
  let names: readonly string[] | null = null
  for await (const portion of portions) {
    const rows = rowsToWrite(portion)
    if (names === null) {
      names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
      yield csvStart(names, style)
    }
    yield csvLines(names, rows, style)
  }
}

async function* xmlText({ portions, meta }: RowStream, wrapped: boolean): AsyncGenerator<string> {
  yield xmlStart
  for await (const rows of portions) if (rows.length > 0) yield xmlMembers({ resource: rows })
  const beside = wrapped ? await meta() : null
  yield `${beside === null ? '' : xmlMembers({ meta: beside })}${xmlEnd}`
}

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
