import { Problem } from '@millwright/contract/problem'
import { FileContent } from '../../../../../request/file-content.ts'
import type { ReadResource } from '../../surface.ts'
import type { ResourceLink, ToolAnswer, ToolCall, ToolSession } from '../tool.ts'

/** Maximum bytes of an image or audio file. */
const maxBytes = 1024 * 1024

const textual = /^text\/|[/+](?:json|xml|javascript|yaml|csv|x-www-form-urlencoded|svg)/

/** Whether models can read content of a type as text. */
export const isTextual = (contentType: string): boolean => textual.test(contentType)

/** Reads a file: part of a text, or a whole image or audio file. For other and larger files, returns a link. */
export async function readFile(call: ToolCall, offset: number, session: ToolSession): Promise<ToolAnswer> {
  const { body } = await session.call(call)
  if (!(body instanceof FileContent))
    throw new Problem(400, 'This is a folder, of which list_files tells what it holds.')
  const { contentType, size, read } = body.content
  const media = /^(image|audio)\/(?!svg)/.exec(contentType)?.[1]
  const isMedia = (media === 'image' || media === 'audio') && (size ?? maxBytes) <= maxBytes
  if (!isMedia && !isTextual(contentType)) {
    await body.content.close()
    const length = size === null ? '' : ` of ${size} bytes`
    const text = `This is a file of the type ${contentType}${length}, which is not shown here.`
    return { blocks: [{ type: 'text', text }, linkTo(call, contentType, size)] }
  }
  const most = isMedia ? maxBytes : session.longest
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
  const link = more === '' ? [] : [linkTo(call, contentType, size)]
  return { blocks: [{ type: 'text', text: `${text}${more}` }, ...link] }
}

/** The resource URI of a file. */
export const fileUri = (service: string, path: string): string =>
  `millwright://${service}/file/${path.split('/').map(encodeURIComponent).join('/')}`

function linkTo({ service, resource }: ToolCall, mimeType: string, size: number | null): ResourceLink {
  const name = resource.split('/').at(-1) ?? resource
  return { type: 'resource_link', uri: fileUri(service, resource), name, mimeType, ...(size !== null && { size }) }
}

/** Maximum bytes of a file that a client reads as a whole. */
const maxOfResource = 10 * 1024 * 1024

/** Reads a whole file as a resource. Throws a 413 if it is too large. */
export async function readWhole(call: ToolCall, session: ToolSession): Promise<ReadResource> {
  const { body } = await session.call(call)
  if (!(body instanceof FileContent))
    throw new Problem(400, 'This is a folder, of which list_files tells what it holds.')
  const { contentType: mimeType, size, read } = body.content
  if (size !== null && size > maxOfResource) {
    await body.content.close()
    throw new Problem(413, `The file has ${size} bytes, of which at most ${maxOfResource} are read at once.`)
  }
  const bytes = await firstBytes(read(), maxOfResource + 1)
  if (bytes.length > maxOfResource) throw new Problem(413, `The file has more than ${maxOfResource} bytes.`)
  return isTextual(mimeType) ? { mimeType, text: bytes.toString('utf8') } : { mimeType, blob: bytes.toString('base64') }
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

/** Decodes text without a final character that is cut off by the end of the piece. */
function textOf(bytes: Buffer, hasMore: boolean): string {
  return new TextDecoder('utf-8').decode(bytes, { stream: hasMore })
}
