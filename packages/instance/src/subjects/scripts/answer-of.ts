import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiResponse } from '../../request/api-request.ts'
import { fileOf } from '../../request/file-content.ts'

/**
 * What travels by itself, and what is the instance's to say: the console shares its host with scripts, so these must set no cookies for
 * it and loosen none of its protections.
 */
const ownHeaders = new Set([
  ...['set-cookie', 'set-cookie2', 'clear-site-data', 'strict-transport-security', 'service-worker-allowed'],
  ...['content-security-policy', 'x-content-type-options', 'www-authenticate'],
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'transfer-encoding',
  'trailer',
  'upgrade',
])

/**
 * The answer that a script gave: with `content`, `{content, content_type, status_code, headers}` of which all else may be missing; else the value
 * itself is the body (docs/wire/scripts.md). Throws 500 for what cannot be answered.
 */
export function answerOf(response: unknown): ApiResponse {
  if (!isRecord(response) || !('content' in response || 'status_code' in response))
    return { status: 200, body: response }
  const status = statusOf(response.status_code)
  const headers = headersOf(response.headers)
  return { status, body: contentOf(response.content, response.content_type), headers }
}

/** The body that a content of a type stands for: a text of a type that is not JSON is sent as it is. */
export function contentOf(content: unknown, contentType: unknown): unknown {
  const type = typeof contentType === 'string' && contentType !== '' ? contentType : 'application/json'
  if (!/^[ -~]+$/.test(type)) throw new Problem(500, 'The script set an invalid content_type.')
  const isJson = /[/+]json\b/i.test(type)
  if (content === undefined || content === null) return isJson ? content : undefined
  if (!isJson)
    return fileOf(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), { contentType: type })
  return typeof content === 'string' && typeof contentType === 'string' ? parsed(content) : content
}

/** A text that is JSON already, as some scripts make it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function statusOf(given: unknown): number {
  if (given === undefined || given === null) return 200
  const status = Number(given)
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status
  throw new Problem(500, 'The script set an invalid status_code.')
}

/** Names in lower case. What is no text, or belongs to the connection, is left out. */
export function headersOf(given: unknown): Record<string, string> {
  if (!isRecord(given)) return {}
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const text = typeof value === 'number' ? String(value) : value
      const lower = name.toLowerCase()
      const isSendable =
        typeof text === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !/[^\t\x20-\x7e\x80-\xff]/.test(text)
      return isSendable && !ownHeaders.has(lower) ? [[lower, text]] : []
    }),
  )
}
