import { TooManyBytes } from '@millwright/connector/engine/rows'
import { isYes } from '@millwright/connector/request'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { FastifyReply } from 'fastify'
import type { ApiResponse } from '../request/api-request.ts'
import type { Call } from '../request/call.ts'
import { FileContent } from '../request/file-content.ts'
import { type BodyFormat, responseFormat } from '../request/response-format.ts'
import { RowStream } from '../request/row-stream.ts'
import { compress, setEncodingHeaders, worthwhileEncoding } from './compression.ts'
import { type CsvStyle, plainCsv, wantedCsv } from './formats/csv-options.ts'
import { disposition } from './formats/disposition.ts'
import type { WrittenAs } from './formats/write-body.ts'
import { commonHeaders } from './server.ts'

type Asked = Pick<Call, 'params' | 'resource' | 'headers'>

/** The complete header, because the server would otherwise complete it for every response. */
const jsonType = 'application/json; charset=utf-8'

/** Sends the gateway's response in the requested format; synchronously if it is short JSON. */
export function sendResponse(
  reply: FastifyReply,
  { status, body: answered, headers, columns }: ApiResponse,
  apiCall: Asked,
): FastifyReply | Promise<FastifyReply> {
  reply.code(status).headers(commonHeaders)
  if (headers !== undefined) reply.headers(headers)
  if (answered === undefined) return reply.send()
  if (answered instanceof RowStream) return sendRows(reply, answered, apiCall)
  if (answered instanceof FileContent) return sendContent(reply, answered)

  const wrap = apiCall.params.wrap ?? apiCall.headers.wrap
  const body = wrap === undefined ? answered : withoutWrapper(answered, wrap)
  const { format, file } = responseFormat(apiCall)
  if (file !== null) reply.header('content-disposition', disposition(file))
  if (format !== 'json') return sendAs(format, reply, body, apiCall, { columns, csv: csvFor(format, apiCall) })
  return sendText(reply.header('content-type', jsonType), jsonOf(body), apiCall)
}

function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch (error) {
    // The text would be longer than JavaScript allows, half a gigabyte.
    throw error instanceof RangeError ? new TooManyBytes() : error
  }
}

const csvFor = (format: BodyFormat, { params, headers }: Asked): CsvStyle =>
  format === 'csv' ? wantedCsv(params.accept ?? headers.accept) : plainCsv

async function sendRows(reply: FastifyReply, rows: RowStream, apiCall: Asked): Promise<FastifyReply> {
  const { streamRows } = await import('./stream-rows.ts')
  const { format, file } = responseFormat(apiCall)
  if (file !== null) reply.header('content-disposition', disposition(file))
  const wrap = apiCall.params.wrap ?? apiCall.headers.wrap
  return streamRows(reply, rows, {
    format,
    csv: csvFor(format, apiCall),
    wrapped: wrap === undefined || isYes(wrap),
    acceptEncoding: apiCall.headers['accept-encoding'],
  })
}

async function sendContent(reply: FastifyReply, file: FileContent): Promise<FastifyReply> {
  const { sendFile } = await import('./send-file.ts')
  return sendFile(reply, file)
}

async function sendAs(
  format: 'xml' | 'csv',
  reply: FastifyReply,
  body: unknown,
  apiCall: Asked,
  as: WrittenAs,
): Promise<FastifyReply> {
  const { writeBody } = await import('./formats/write-body.ts')
  const { text, contentType } = writeBody(body, format, as)
  return sendText(reply.header('content-type', contentType), text, apiCall)
}

function sendText(reply: FastifyReply, text: string, { headers }: Asked): FastifyReply | Promise<FastifyReply> {
  const encoding = worthwhileEncoding(text, headers['accept-encoding'])
  return encoding === null ? reply.send(text) : sendCompressed(reply, text, encoding)
}

async function sendCompressed(reply: FastifyReply, text: string, wanted: 'br' | 'gzip'): Promise<FastifyReply> {
  const { bytes, encoding } = await compress(text, wanted)
  return setEncodingHeaders(reply, encoding).send(bytes)
}

/** Only the rows if `wrap` is off and the response is a list, without its `meta` (docs/wire/requests.md). */
function withoutWrapper(body: unknown, wrap: string): unknown {
  if (isYes(wrap) || !isRecord(body) || !Array.isArray(body.resource)) return body
  return body.resource
}
