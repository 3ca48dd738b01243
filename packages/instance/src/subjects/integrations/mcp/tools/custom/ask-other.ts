import { Problem } from '@millwright/contract/problem'
import { FileContent } from '../../../../../request/file-content.ts'
import { wholeBody } from '../../../../../request/row-stream.ts'
import { isTextual } from '../files/read-file.ts'
import type { ToolCall, ToolSession } from '../tool.ts'

/** Maximum bytes of another API's response. */
const longest = 1024 * 1024

/**
 * Returns a response as a structure or text, also if it is passed through from another API. Throws a 502 for other content and
 * for responses that are too long.
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

/** Parses text that is JSON, and returns other text unchanged. */
export function parsedText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : text
  } catch {
    return text
  }
}
