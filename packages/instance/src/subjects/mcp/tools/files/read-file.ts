import { Problem } from '@millwright/contract/problem'
import { FileContent } from '../../../../request/file-content.ts'
import type { ToolAnswer, ToolCall, ToolSession } from '../tool.ts'

/** Bytes of a picture or a recording. */
const mostBytes = 1024 * 1024

const textual = /^text\/|[/+](?:json|xml|javascript|yaml|csv|x-www-form-urlencoded|svg)/

/** Whether a model reads what is of a type. */
export const isTextual = (contentType: string): boolean => textual.test(contentType)

/** The content of a file: a piece of a text, or the whole of what models see and hear. Refuses with 413 what is neither. */
export async function readFile(call: ToolCall, offset: number, session: ToolSession): Promise<ToolAnswer> {
  const { body } = await session.call(call)
  if (!(body instanceof FileContent))
    throw new Problem(400, 'This is a folder, of which list_files tells what it holds.')
  const { contentType, size, read } = body.content
  const media = /^(image|audio)\/(?!svg)/.exec(contentType)?.[1]
  const isMedia = (media === 'image' || media === 'audio') && (size ?? mostBytes) <= mostBytes
  if (!isMedia && !isTextual(contentType)) {
    await body.content.close()
    const length = size === null ? '' : ` of ${size} bytes`
    throw new Problem(413, `This is a file of the type ${contentType}${length}, which is not shown here.`)
  }
  const most = isMedia ? mostBytes : session.longest
  const whole = size ?? Number.MAX_SAFE_INTEGER
  if (offset > 0 && offset >= whole) {
    await body.content.close()
    throw new Problem(400, `The file has ${whole} bytes.`)
  }
  const stream = isMedia ? read() : read({ start: offset, end: Math.min(whole, offset + most) - 1 })
  const bytes = await firstBytes(stream, most)
  if (isMedia) return { blocks: [{ type: media, data: bytes.toString('base64'), mimeType: contentType }] }
  const text = textOf(bytes, offset + bytes.length < whole)
  const next = offset + Buffer.byteLength(text)
  const more = next < whole && text !== '' ? `\n… [${whole} bytes; goes on at offset ${next}]` : ''
  return { blocks: [{ type: 'text', text: `${text}${more}` }] }
}

async function firstBytes(stream: AsyncIterable<Uint8Array> & { destroy(): unknown }, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stream) {
    pieces.push(piece)
    length += piece.length
    if (length >= most) break
  }
  stream.destroy()
  return Buffer.concat(pieces).subarray(0, most)
}

/** Without a character of which the end is in the next piece. */
function textOf(bytes: Buffer, hasMore: boolean): string {
  return new TextDecoder('utf-8').decode(bytes, { stream: hasMore })
}
