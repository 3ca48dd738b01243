import { isDeepStrictEqual } from 'node:util'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiResponse } from '../../../../request/api-request.ts'
import { FileContent } from '../../../../request/file-content.ts'
import { bodyValue } from '../script-bodies.ts'
import { contentOf, headersOf, keepUnchanged, statusOf } from '../script-result.ts'

/** A response as it passes through scripts. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  /** A JSON value or a string; `null` if there is no body or the file is not text. */
  readonly content: unknown
  /** The response to send if no script changes it; `null` after a change. */
  readonly unchanged: Problem | ApiResponse | null
}

const json = 'application/json'

/** Throws a 413 for content of more than `most` characters. */
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

/** Closes the file of the original reply, unless it is the one being sent. */
export async function closeUnsentFile(reply: Reply, answer: ApiResponse | null): Promise<void> {
  const file = fileIn(reply)
  const sent = answer?.body instanceof FileContent ? answer.body : null
  // A file with another content type has the same `read`.
  if (file !== null && file.content.read !== sent?.content.read) await file.content.close()
}

/** The response for a reply. Throws an unchanged error response. */
export function answerOfReply({ unchanged, status, headers, content, contentType }: Reply): ApiResponse {
  if (unchanged instanceof Problem) throw unchanged
  return unchanged ?? { status, headers, body: contentOf(content, contentType) }
}

/**
 * Applies the result of a script: its `response`, or the result itself if it looks like a response; otherwise the result is the
 * content. `sent`: the event that the script received.
 */
export function changedReply(reply: Reply, sent: unknown, result: unknown): Reply {
  const before = isRecord(sent) && isRecord(sent.response) ? sent.response : {}
  const after = responseIn(result)
  if (after === null || isDeepStrictEqual(after, before)) return reply
  const content = 'content' in after ? keepUnchanged(reply.content, before.content, after.content) : reply.content
  const isSame = content === reply.content
  const { etag: _, ...kept } = reply.headers
  const status = after.status_code === undefined ? reply.status : statusOf(after.status_code)
  const headers = { ...(isSame ? reply.headers : kept), ...changedHeaders(before.headers, after.headers) }
  const mediaType = typeof after.content_type === 'string' && after.content_type !== '' ? after.content_type : null
  const contentType = mediaType ?? reply.contentType
  const file = isSame ? fileIn(reply) : null
  const body = file === null || contentType === reply.contentType ? file : retyped(file, contentType)
  return { status, headers, contentType, content, unchanged: body === null ? null : { status, headers, body } }
}

/** The file of a reply whose content is unchanged. */
function fileIn({ unchanged }: Reply): FileContent | null {
  const body = unchanged === null || unchanged instanceof Problem ? null : unchanged.body
  return body instanceof FileContent ? body : null
}

function retyped({ content }: FileContent, contentType: string): FileContent {
  if (!/^[ -~]+$/.test(contentType)) throw new Problem(500, 'The script set an invalid content_type.')
  return new FileContent({ ...content, contentType })
}

/** The response in a result; `null` if there is none. */
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
