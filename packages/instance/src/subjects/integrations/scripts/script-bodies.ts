import { isUtf8 } from 'node:buffer'
import { Problem } from '@millwright/contract/problem'
import { parseExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { WrittenBytes } from '../../../gateway/ports/script-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { FileContent, fileOf } from '../../../request/file-content.ts'
import { RowStream } from '../../../request/row-stream.ts'

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
  const bytes = await wholeContent(upload.content, most, 'body')
  if (!isUtf8(bytes) || bytes.includes(0)) return { ...rest, payload: bytes, payloadFormat: 'none' }
  const text = bytes.toString('utf8')
  const json = jsonIn(text)
  return json === undefined
    ? { ...rest, payload: text, payloadFormat: 'none' }
    : { ...rest, payload: json, payloadFormat: 'json' }
}

/** Reads bytes completely. Throws a 413 for more than `most`. */
export async function wholeContent(content: AsyncIterable<Uint8Array>, most: number, what: string): Promise<Buffer> {
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

/** A response body in memory. */
export interface BodyValue {
  /** A JSON value or the text of a file; `null` if there is no body or the file is not text. */
  readonly value: unknown
  /** `null`: JSON. */
  readonly file: FileContent | null
}

const json = /[/+]json\b/
const endless = /^text\/event-stream\b/
const textual = /^text\/|[/+](?:json|xml|javascript|yaml|x-www-form-urlencoded)\b/

/**
 * Reads a response body for scripts: streamed rows, text files and text responses of other APIs are read completely. Throws a
 * 413 for more than `most` characters. As a file can be read only once, the returned `file` replaces the given one.
 */
export async function bodyValue({ body }: Pick<ApiResponse, 'body'>, most: number): Promise<BodyValue> {
  if (body instanceof RowStream) return { value: await readRows(body, most), file: null }
  if (body instanceof FileContent) return readText(body, most)
  return { value: body ?? null, file: null }
}

async function readRows(stream: RowStream, most: number): Promise<unknown> {
  const resource: unknown[] = []
  let length = 0
  try {
    for await (const rows of stream.portions) {
      for (const row of rows) resource.push(row)
      length += JSON.stringify(rows).length
      if (length > most) throw tooLong(most)
    }
    const meta = await stream.meta()
    return meta === null ? { resource } : { resource, meta }
  } finally {
    stream.end()
  }
}

async function readText(file: FileContent, most: number): Promise<BodyValue> {
  const { contentType, size, isPassedOn } = file.content
  const isOpen = size === null && (!isPassedOn || endless.test(contentType))
  if (!textual.test(contentType) || isOpen || (size ?? 0) > most) return { value: null, file }
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of file.content.read()) {
    pieces.push(Buffer.from(piece))
    length += piece.length
    if (length > most) throw tooLong(most)
  }
  const bytes = Buffer.concat(pieces, length)
  const text = bytes.toString('utf8')
  return { value: isPassedOn && json.test(contentType) ? parsed(text) : text, file: fileOf(bytes, file.content) }
}

/** A body declared as JSON may be invalid. */
function parsed(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return text
  }
}

function tooLong(most: number): Problem {
  return new Problem(
    413,
    `The response has more than ${most} characters, which is too long for the scripts of this event.`,
  )
}
