import { Problem } from '@millwright/contract/problem'
import { FileContent } from '../../../../request/file-content.ts'
import { wholeBody } from '../../../../request/row-stream.ts'
import { isTextual } from '../files/read-file.ts'
import type { ToolCall, ToolSession } from '../tool.ts'

/** Bytes of what another API answers. */
const longest = 1024 * 1024

/**
 * What a request is answered, whoever answers it: a structure, also of an API whose answers are passed on as they come, or a text. Refuses
 * with 502 what is neither, or too long.
 */
export async function askOther(session: ToolSession, call: ToolCall): Promise<unknown> {
  const { body, headers = {} } = await session.call(call)
  if (!(body instanceof FileContent)) return await wholeBody(body)
  const { content } = body
  const type = content.contentType
  if ((headers['content-encoding'] ?? 'identity') !== 'identity' || !(type === '' || isTextual(type))) {
    await content.close()
    throw new Problem(502, `The response is of the type ${type}, which is not shown here.`)
  }
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of content.read()) {
    length += piece.length
    if (length > longest) throw new Problem(502, `The response has more than ${longest} bytes.`)
    pieces.push(piece)
  }
  return parsedText(Buffer.concat(pieces).toString('utf8'))
}

/** A structure where a text is one. */
export function parsedText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : text
  } catch {
    return text
  }
}
