import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Problem } from '@millwright/contract/problem'
import { maskSecrets } from '../../../access/hidden-values.ts'
import type { ApiResponse } from '../../../request/api-request.ts'
import { FileContent } from '../../../request/file-content.ts'

/** A response of the remote server that can be sent again. */
export interface CachedAnswer {
  readonly status: number
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  /** Base64. */
  readonly body: string
}

/** Headers that belong to one connection, to this server, or to the origin of the remote host. */
const dropped = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-type',
  'date',
  'server',
  'via',
  'alt-svc',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'clear-site-data',
  'public-key-pins',
  'service-worker-allowed',
  'content-security-policy',
  'x-content-type-options',
  'cache-control',
  'pragma',
  'expires',
  'age',
  'www-authenticate',
  // The response carries the id of the incoming request, which was also sent to the remote server.
  'x-request-id',
])

/** Response headers to pass on (docs/wire/remote.md). */
export function passedHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || dropped.has(name) || name.startsWith('access-control-')) continue
    passed[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return passed
}

const longestMessage = 64 * 1024

/** The error response for an error of the remote server: its status and text, with secret values masked. */
export async function remoteProblem(answer: IncomingMessage, secrets: Iterable<string>): Promise<Problem> {
  const { statusCode = 502, statusMessage = '', headers } = answer
  const status = statusCode <= 599 ? statusCode : 502
  const text = await shortText(answer)
  const message = text.trim() === '' ? statusMessage || `The other side responded with status ${statusCode}.` : text
  const retry = headers['retry-after']
  return new Problem(
    status,
    maskSecrets(message, secrets),
    retry === undefined ? {} : { headers: { 'Retry-After': retry } },
  )
}

/** The start of the body as text, up to the longest allowed message. */
async function shortText(answer: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of decodedBody(answer)) {
      pieces.push(piece)
      length += piece.length
      if (length >= longestMessage) break
    }
  } catch {
    // A truncated message is still worth reporting.
  }
  answer.destroy()
  return Buffer.concat(pieces).subarray(0, longestMessage).toString('utf8')
}

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

/** Whether the body has no content encoding, or one that can be decoded. */
export function isReadable({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding'] ?? 'identity'
  return encoding === 'identity' || Object.hasOwn(decoders, encoding)
}

/** The body without its content encoding. */
export function decodedBody(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  const decoder = Object.entries(decoders).find(([name]) => name === encoding)?.[1]
  return decoder === undefined ? answer : pipeThrough(answer, decoder())
}

/** Pipes a stream through transforms. Errors reach the last stream; destroying the last stream stops the source. */
export function pipeThrough(source: Readable, ...transforms: readonly Transform[]): Readable {
  const last = transforms.at(-1)
  if (last === undefined) return source
  pipeline([source, ...transforms], () => undefined)
  return last
}

/** Calls `keep` with the complete body if it is no longer than `most` bytes. */
export function collectInto(most: number, keep: (body: Buffer) => void): Transform {
  let pieces: Buffer[] | null = []
  let length = 0
  return new Transform({
    transform(piece: Buffer, _, done) {
      length += piece.length
      if (length > most) pieces = null
      else pieces?.push(piece)
      done(null, piece)
    },
    flush(done) {
      if (pieces !== null) keep(Buffer.concat(pieces, length))
      done()
    },
  })
}

interface Streamed {
  readonly status: number
  readonly name: string
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly read: () => Readable
  readonly close: () => void
}

/** A response whose body is streamed. */
export function streamed({ status, name, contentType, headers, read, close }: Streamed): ApiResponse {
  const content = new FileContent({
    name,
    contentType,
    disposition: null,
    size: null,
    modified: null,
    isPassedOn: true,
    read,
    close,
  })
  return { status, body: content, headers }
}
