import { isDeepStrictEqual } from 'node:util'
import { Problem } from '@millwright/contract/problem'
import type { ApiResponse } from '../../gateway/api-request.ts'
import { FileContent } from '../../gateway/file-content.ts'
import { isRecord } from '../../system/body.ts'
import { contentOf, headersOf, statusOf } from '../answer-of.ts'
import { bodyValue } from '../body-value.ts'
import { keepUnchanged } from '../keep-unchanged.ts'

/** An answer on its way through scripts. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  /** A JSON value or a text; null for none, and for files that are no texts. */
  readonly content: unknown
  /** What is answered as long as nothing is changed. */
  readonly unchanged: Problem | ApiResponse | null
}

const json = 'application/json'

/** `most`: characters of a content. Refuses longer ones with 413. */
export async function replyOf(answer: ApiResponse, most: number): Promise<Reply> {
  const { value, file } = await bodyValue(answer, most)
  const body = file ?? (value === null ? answer.body : value)
  return { ...shownReply(answer, value, file), unchanged: { ...answer, body } }
}

function shownReply({ status, headers = {} }: ApiResponse, content: unknown, file: FileContent | null) {
  return { status, headers, content, contentType: file?.content.contentType ?? json }
}

export function replyOfProblem(problem: Problem): Reply {
  const { status, headers } = problem
  return { status, headers, contentType: json, content: problem.envelope(), unchanged: problem }
}

/** Closes the file that the reply was, unless it is what is answered. */
export async function letGo({ unchanged }: Reply, answer: ApiResponse | null): Promise<void> {
  if (unchanged === null || unchanged instanceof Problem) return
  const { body } = unchanged
  if (body instanceof FileContent && body !== answer?.body) await body.content.close()
}

/** Throws a refusal that nothing has changed. */
export function answerOfReply({ unchanged, status, headers, content, contentType }: Reply): ApiResponse {
  if (unchanged instanceof Problem) throw unchanged
  return unchanged ?? { status, headers, body: contentOf(content, contentType) }
}

/**
 * The reply as a script left it, by its result: `response` of it, or itself where it looks like one, else it is the content. `sent`: the event
 * as the script got it.
 */
export function changedReply(reply: Reply, sent: unknown, result: unknown): Reply {
  const before = isRecord(sent) && isRecord(sent.response) ? sent.response : {}
  const after = responseIn(result)
  if (after === null || isDeepStrictEqual(after, before)) return reply
  const content = 'content' in after ? keepUnchanged(reply.content, before.content, after.content) : reply.content
  const isSame = content === reply.content
  const { etag: _, ...kept } = reply.headers
  return {
    status: after.status_code === undefined ? reply.status : statusOf(after.status_code),
    headers: { ...(isSame ? reply.headers : kept), ...changedHeaders(before.headers, after.headers) },
    contentType:
      typeof after.content_type === 'string' && after.content_type !== '' ? after.content_type : reply.contentType,
    content,
    unchanged: null,
  }
}

/** Null: it says nothing about the answer. */
function responseIn(result: unknown): Readonly<Record<string, unknown>> | null {
  if (isRecord(result)) {
    if (isRecord(result.response)) return result.response
    if ('content' in result || 'status_code' in result) return result
    if ('request' in result) return null
  }
  return { content: result, status_code: 200 }
}

function changedHeaders(before: unknown, after: unknown): Record<string, string> {
  const known = headersOf(before)
  return Object.fromEntries(Object.entries(headersOf(after)).filter(([name, value]) => known[name] !== value))
}
