import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Problem } from '@millwright/contract/problem'
import { hidden } from '../../access/hidden-values.ts'
import type { ApiResponse } from '../../request/api-request.ts'
import { FileContent } from '../../request/file-content.ts'

/** An answer of the other side that can be sent again. */
export interface CachedAnswer {
  readonly status: number
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  /** Base64. */
  readonly body: string
}

/** They belong to one connection, to this server, or to the host that the answer does not come from any more. */
const dropped = new Set([
  ...[
    'connection',
    'keep-alive',
    'proxy-authenticate',
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
  ],
  ...['content-type', 'date', 'server', 'via', 'alt-svc', 'set-cookie', 'set-cookie2', 'strict-transport-security'],
  ...[
    'clear-site-data',
    'public-key-pins',
    'service-worker-allowed',
    'content-security-policy',
    'x-content-type-options',
  ],
  ...['cache-control', 'pragma', 'expires', 'age', 'www-authenticate'],
  // The answer has that of the call, which the other side was sent.
  'x-request-id',
])

/** What an answer has beside its body, as it is passed on (docs/wire/remote.md). */
export function passedHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || dropped.has(name) || name.startsWith('access-control-')) continue
    passed[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return passed
}

const longestMessage = 64 * 1024

/** The refusal that an answer of the other side is: its status, its text; values that nobody may read are taken out. */
export async function refusalOf(answer: IncomingMessage, secrets: Iterable<string>): Promise<Problem> {
  const { statusCode = 502, statusMessage = '', headers } = answer
  const status = statusCode <= 599 ? statusCode : 502
  const text = await shortText(answer)
  const message = text.trim() === '' ? statusMessage || `The other side responded with status ${statusCode}.` : text
  const retry = headers['retry-after']
  return new Problem(status, hidden(message, secrets), retry === undefined ? {} : { headers: { 'Retry-After': retry } })
}

/** As much of a text as a message can be. */
async function shortText(answer: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of plain(answer)) {
      pieces.push(piece)
      length += piece.length
      if (length >= longestMessage) break
    }
  } catch {
    // A message that breaks off is one too.
  }
  answer.destroy()
  return Buffer.concat(pieces).subarray(0, longestMessage).toString('utf8')
}

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

/** Whether an answer can be read as it is, or after its encoding is undone. */
export function isReadable({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding'] ?? 'identity'
  return encoding === 'identity' || Object.hasOwn(decoders, encoding)
}

/** The body without its encoding. */
export function plain(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  const decoder = Object.entries(decoders).find(([name]) => name === encoding)?.[1]
  return decoder === undefined ? answer : through(answer, decoder())
}

/** Failures reach the reader by the last stream; who stops reading stops the first. */
export function through(source: Readable, ...transforms: readonly Transform[]): Readable {
  const last = transforms.at(-1)
  if (last === undefined) return source
  pipeline([source, ...transforms], () => undefined)
  return last
}

/** Calls `keep` with a body that passed whole and was no longer than `most` bytes. */
export function collecting(most: number, keep: (body: Buffer) => void): Transform {
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

/** An answer whose body is sent as it comes. */
export function streamed({ status, name, contentType, headers, read, close }: Streamed): ApiResponse {
  const content = new FileContent({
    ...{ name, contentType, disposition: null, size: null, modified: null, isPassedOn: true },
    read,
    close,
  })
  return { status, body: content, headers }
}
