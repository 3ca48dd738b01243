import { Problem } from '@millwright/contract/problem'
import { parseExact } from '@millwright/contract/wire/exact-json'
import type { ApiResponse } from '../../../request/api-request.ts'
import { FileContent, fileOf } from '../../../request/file-content.ts'
import { RowStream } from '../../../request/row-stream.ts'

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
