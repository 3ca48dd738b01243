import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import { verbs } from '@millwright/contract/verbs'
import { readCallPath } from '../../../../../request/call.ts'
import type { Authority } from '../../../../../request/caller.ts'
import { FileContent } from '../../../../../request/file-content.ts'
import { wholeBody } from '../../../../../request/row-stream.ts'
import { cut, listIn, takeWithinBudget } from '../answers.ts'
import { isTextual } from '../files/file-verbs.ts'
import type { ToolAnswer, ToolCall, ToolSession } from '../tool.ts'

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

/** Whether a URL belongs to this instance, which is called with the caller's rights. */
export function isOwn(address: string, origin: string): boolean {
  return address.startsWith(`${apiPrefix}/`) || (origin !== '' && address.startsWith(`${origin}${apiPrefix}/`))
}

interface OwnCall {
  readonly method: string
  /** Of this instance. */
  readonly address: string
  readonly origin: string
  readonly query: Readonly<Record<string, unknown>>
  readonly payload: unknown
  readonly author: Authority | null
}

/** A request of a custom tool to this instance: with the rights that both its author and its caller have. */
export async function ownCall(
  { method, address, origin, query, payload, author }: OwnCall,
  session: ToolSession,
): Promise<ToolAnswer> {
  const own = address.startsWith('/') ? address : address.slice(origin.length)
  const url = new URL(own, 'http://instance')
  const { service, resource, endsInSlash } = readCallPath(url.pathname.slice(apiPrefix.length))
  const named = Object.entries(query).map(([name, value]) => [name, String(value)])
  const params = { ...Object.fromEntries(url.searchParams), ...Object.fromEntries(named) }
  const verb = verbs.find((each) => each === method) ?? 'GET'
  return toolAnswer(await askOther(session, { verb, service, resource, endsInSlash, params, payload, author }), session)
}

/** The result of a custom tool, cut to the maximum length. */
export function toolAnswer(value: unknown, { longest }: Pick<ToolSession, 'longest'>): ToolAnswer {
  const shown = cut(value ?? null, 2_000)
  if (JSON.stringify(shown).length <= longest) return { value: { result: shown } }
  const list = listIn(value)
  return { value: { result: takeWithinBudget(list, longest), total: list.length } }
}
