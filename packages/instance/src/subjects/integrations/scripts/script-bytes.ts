import { isUtf8 } from 'node:buffer'
import { Problem } from '@millwright/contract/problem'
import { parseExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { WrittenBytes } from '../../../gateway/ports/script-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'

export function writtenBytes(bytes: Uint8Array): WrittenBytes {
  return { type: 'Buffer', data: Buffer.from(bytes).toString('base64') }
}

/** Returns the bytes that a script returned: a `Buffer`, Python's `bytes`, or a PHP string that is not text; `null` for other values. */
export function bytesIn(value: unknown): Buffer | null {
  if (!isRecord(value) || value.type !== 'Buffer' || Object.keys(value).length !== 2) return null
  const { data } = value
  if (typeof data === 'string') return Buffer.from(data, 'base64')
  return Array.isArray(data) && data.every(isByte) ? Buffer.from(data) : null
}

const isByte = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 256

/** Bodies of other types are passed to script services as bytes, or as text if they are. */
const parsedTypes = /json|xml|csv|x-www-form-urlencoded|^multipart\//

export function isOpaque({ headers }: Pick<ApiRequest, 'headers'>): boolean {
  const type = headers['content-type']?.toLowerCase() ?? ''
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers
  return hasBody && type.trim() !== '' && !parsedTypes.test(type.split(';', 1)[0] ?? '')
}

/** Reads such a body. Throws a 413 for more than `most` bytes. */
export async function withBytes(request: ApiRequest, most: number): Promise<ApiRequest> {
  const { upload, ...rest } = request
  if (upload === undefined) return request
  const bytes = await wholeOf(upload.content, most, 'body')
  if (!isUtf8(bytes) || bytes.includes(0)) return { ...rest, payload: bytes, payloadFormat: 'none' }
  const text = bytes.toString('utf8')
  const json = jsonIn(text)
  return json === undefined
    ? { ...rest, payload: text, payloadFormat: 'none' }
    : { ...rest, payload: json, payloadFormat: 'json' }
}

/** Reads bytes completely. Throws a 413 for more than `most`. */
export async function wholeOf(content: AsyncIterable<Uint8Array>, most: number, what: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of content) {
    pieces.push(Buffer.from(piece))
    length += piece.length
    if (length > most) throw new Problem(413, `The ${what} has more than ${most} bytes.`)
  }
  return Buffer.concat(pieces, length)
}

/** The object or list that a text is as JSON; `undefined` for other texts. */
export function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}
