import { isDeepStrictEqual } from 'node:util'
import { Problem } from '@millwright/contract/problem'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { sentValueProblem } from '../../../../request/body.ts'
import { type EventValue, isHiddenHeader, isHiddenParam, isText } from '../event-value.ts'
import { answerOf, keepUnchanged } from '../script-result.ts'

/** Result of a script before the service: the request to continue with, or the response that replaces the service's. */
export type Changed = { readonly request: ApiRequest } | { readonly answer: ApiResponse }

/** `sent`: the event that the script received; `result`: the result of its run. Throws a 500 for an invalid request. */
export function changedRequest(request: ApiRequest, sent: EventValue, result: unknown): Changed {
  if (!isRecord(result)) return { request }
  if (!isEmpty(result.response)) return { answer: answerOf(result.response) }
  const before = sent.request
  const after = result.request
  if (!isRecord(before) || !isRecord(after) || isDeepStrictEqual(before, after)) return { request }
  return {
    request: {
      ...request,
      verb: verbOf(after.method) ?? request.verb,
      params: merged(request.params, after.parameters, before.parameters, isHiddenParam),
      headers: merged(request.headers, lowerCase(after.headers), before.headers, isHiddenHeader),
      ...bodyOf(request, before, after),
    },
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (isRecord(value) && Object.keys(value).length === 0)
}

function verbOf(method: unknown): Verb | null {
  if (method === undefined) return null
  const verb = String(method).toUpperCase()
  if (isVerb(verb)) return verb
  throw new Problem(500, `The script changed the method to '${verb}', which is not a method.`)
}

/** Members that were hidden from the script stay unchanged. */
function merged(
  own: Readonly<Record<string, string | undefined>>,
  after: unknown,
  before: unknown,
  isHidden: (name: string) => boolean,
): Record<string, string> {
  const hidden = Object.entries(own).filter(([name]) => isHidden(name))
  const shown = Object.entries(isRecord(after) ? after : isRecord(before) ? before : {})
  const texts = shown.flatMap(([name, value]) => {
    // Values that the script did not change keep their original, which may have been hidden from it.
    const text =
      isRecord(before) && isDeepStrictEqual(before[name], value) ? (own[name] ?? asText(value)) : asText(value)
    return text === null || isHidden(name) ? [] : [[name, text] as const]
  })
  return Object.fromEntries([
    ...texts,
    ...hidden.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  ])
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function lowerCase(headers: unknown): unknown {
  if (!isRecord(headers)) return headers
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** Without an upload, so that the original upload stays in place. */
type SentBody = Pick<ApiRequest, 'payload' | 'payloadFormat'> & { readonly upload?: undefined }

/** A changed `payload` takes precedence over a changed `content`. */
function bodyOf(
  request: ApiRequest,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): SentBody {
  const { payload, payloadFormat } = request
  if ('payload' in after && !isDeepStrictEqual(before.payload, after.payload)) {
    const kept = accepted(keepUnchanged(payload, before.payload, after.payload))
    return kept === null || kept === undefined
      ? { payload: undefined, payloadFormat: 'none', upload: undefined }
      : {
          payload: kept,
          payloadFormat: payloadFormat === 'none' && typeof kept !== 'string' ? 'json' : payloadFormat,
          upload: undefined,
        }
  }
  if (typeof after.content !== 'string' || after.content === before.content) return { payload, payloadFormat }
  if (isText(request)) return { payload: accepted(after.content), payloadFormat, upload: undefined }
  const changed = keepUnchanged(payload, before.payload, parsed(after.content))
  return { payload: accepted(changed), payloadFormat: 'json', upload: undefined }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new Problem(500, 'The script changed the content of the request to text that is not JSON.')
  }
}

function accepted(payload: unknown): unknown {
  const problem = sentValueProblem(payload)
  if (problem !== null) throw new Problem(500, `The script changed the body of the request. ${problem}`)
  return payload
}
