import { Problem } from '@millwright/contract/problem'
import type { ApiResponse } from '../gateway/api-request.ts'
import { FileContent, fileOf } from '../gateway/file-content.ts'
import { RowStream } from '../gateway/row-stream.ts'

/** An answer's body in the memory. */
export interface BodyValue {
  /** A JSON value, or the text of a file; null: there is none, or it is a file that is no text. */
  readonly value: unknown
  /** Null: JSON. */
  readonly file: FileContent | null
}

const textual = /^text\/|[/+](?:json|xml|javascript|yaml|x-www-form-urlencoded)\b/

/**
 * The body of an answer as scripts get it: rows that are streamed are read to their end, and files that are texts. What is longer than `most`
 * characters is refused with 413. A file can be read once: the one that comes back says the same as the one that was given.
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
  const { contentType, size } = file.content
  if (!textual.test(contentType) || size === null || size > most) return { value: null, file }
  const pieces: Buffer[] = []
  for await (const piece of file.content.read()) pieces.push(Buffer.from(piece))
  const bytes = Buffer.concat(pieces)
  return { value: bytes.toString('utf8'), file: fileOf(bytes, file.content) }
}

function tooLong(most: number): Problem {
  return new Problem(
    413,
    `The answer has more than ${most} characters, which is too long for the scripts of this event.`,
  )
}
