import { isDeepStrictEqual } from 'node:util'
import { Problem } from '@millwright/contract/problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ScriptRun } from '../../../gateway/ports/script-runner.ts'
import type { ApiResponse } from '../../../request/api-request.ts'
import { fileOf } from '../../../request/file-content.ts'
import { bytesIn } from './script-bodies.ts'

/**
 * The result of a run (docs/wire/scripts.md): the return value, or the event if the script returned nothing. Throws a `Problem`
 * for a failed run or a returned `error`.
 */
export function resultOf(run: ScriptRun): unknown {
  if (!run.ok) {
    const { message, status, code } = run.error
    throw new Problem(status, message, code === undefined ? {} : { code })
  }
  const { returned, event } = run
  if (!returned) return event
  if (isRecord(returned) && returned.error) throw new Problem(500, messageOf(returned.error))
  return returned
}

function messageOf(error: unknown): string {
  const reason = isRecord(error) ? error.message : error
  return typeof reason === 'string' ? reason : JSON.stringify(reason ?? error)
}

/**
 * Headers that are set by the connection or reserved for the instance: the console shares its origin with scripts, so scripts
 * must not set cookies for it or weaken its security headers.
 */
const ownHeaders = new Set([
  'set-cookie',
  'set-cookie2',
  'clear-site-data',
  'strict-transport-security',
  'service-worker-allowed',
  'content-security-policy',
  'x-content-type-options',
  'www-authenticate',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'transfer-encoding',
  'trailer',
  'upgrade',
])

/**
 * Converts the return value of a script to a response: with `content`, `{content, content_type, status_code, headers}`, where
 * all but `content` is optional; otherwise the value itself is the body, also if it is bytes (docs/wire/scripts.md). Throws a 500 for values that
 * are not a valid response.
 */
export function answerOf(response: unknown): ApiResponse {
  if (bytesIn(response) !== null) return { status: 200, body: contentOf(response, undefined) }
  if (!isRecord(response) || !('content' in response || 'status_code' in response))
    return { status: 200, body: response }
  const status = statusOf(response.status_code)
  const headers = headersOf(response.headers)
  return { status, body: contentOf(response.content, response.content_type), headers }
}

/** The body for a content and its type: a string is sent as is unless the type is JSON. */
export function contentOf(content: unknown, contentType: unknown): unknown {
  const bytes = bytesIn(content)
  const usual = bytes === null ? 'application/json' : 'application/octet-stream'
  const type = typeof contentType === 'string' && contentType !== '' ? contentType : usual
  if (!/^[ -~]+$/.test(type)) throw new Problem(500, 'The script set an invalid content_type.')
  if (bytes !== null) return fileOf(bytes, { contentType: type })
  const isJson = /[/+]json\b/i.test(type)
  if (content === undefined || content === null) return isJson ? content : undefined
  if (!isJson)
    return fileOf(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), { contentType: type })
  return typeof content === 'string' && typeof contentType === 'string' ? parsed(content) : content
}

/** Parses a string that is already JSON, as some scripts return. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function statusOf(statusValue: unknown): number {
  if (statusValue === undefined || statusValue === null) return 200
  const status = Number(statusValue)
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status
  throw new Problem(500, 'The script set an invalid status_code.')
}

/** Names in lower case. Values that are not strings and headers of the connection are left out. */
export function headersOf(headerFields: unknown): Record<string, string> {
  if (!isRecord(headerFields)) return {}
  return Object.fromEntries(
    Object.entries(headerFields).flatMap(([name, value]) => {
      const text = typeof value === 'number' ? String(value) : value
      const lower = name.toLowerCase()
      const isSendable =
        typeof text === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !/[^\t\x20-\x7e\x80-\xff]/.test(text)
      return isSendable && !ownHeaders.has(lower) ? [[lower, text]] : []
    }),
  )
}

/**
 * Merges the result of a script with the original: values that the script did not change keep the original, as numbers can lose
 * digits on their way through another language. `sent`: the original as the script received it.
 */
export function keepUnchanged(original: unknown, sent: unknown, now: unknown): unknown {
  if (isDeepStrictEqual(sent, now)) return original
  if (sent instanceof ExactNumber || now instanceof ExactNumber) return isRounded(sent, now) ? original : now
  if (Array.isArray(original) && Array.isArray(sent) && Array.isArray(now)) {
    return now.map((value, at) => (at < sent.length ? keepUnchanged(original[at], sent[at], value) : value))
  }
  if (isRecord(original) && isRecord(sent) && isRecord(now)) {
    return Object.fromEntries(
      Object.entries(now).map(([name, value]) => [
        name,
        Object.hasOwn(sent, name) ? keepUnchanged(original[name], sent[name], value) : value,
      ]),
    )
  }
  return now
}

function isRounded(sent: unknown, now: unknown): boolean {
  return sent instanceof ExactNumber && typeof now === 'number' && Number(sent.digits) === now
}
