import type { HeardSession } from '@millwright/connector/connector'
import { apiKeyHeader, apiPrefix, scriptTokenHeader, sessionTokenHeader } from '@millwright/contract/headers'
import { parseExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest } from '../../../request/api-request.ts'
import { withRepeated } from '../../../request/params.ts'
import type { Reply } from './events/reply.ts'
import { writtenBytes } from './script-bodies.ts'

/** A JSON object, as scripts see it. */
export type EventValue = Readonly<Record<string, unknown>>

/** Headers with credentials of the caller; scripts call the API as the caller without them. */
const hiddenHeaders = new Set(
  ['authorization', 'cookie', 'proxy-authorization', apiKeyHeader, sessionTokenHeader, scriptTokenHeader].map((name) =>
    name.toLowerCase(),
  ),
)
const hiddenParams = new Set(['api_key', 'session_token', 'script_token'])

export const isHiddenHeader = (name: string) => hiddenHeaders.has(name)
export const isHiddenParam = (name: string) => hiddenParams.has(name)

/** `whole`: the value itself is secret. */
export type Hide = (value: unknown, whole?: boolean) => unknown

export const asItIs: Hide = (value) => value

const contentTypes = {
  json: 'application/json',
  xml: 'application/xml',
  csv: 'text/csv',
  form: 'application/x-www-form-urlencoded',
  none: null,
} as const satisfies Record<ApiRequest['payloadFormat'], string | null>

/**
 * The `event` that scripts see (docs/wire/scripts.md). `resource`: the values of the event's placeholders; `reply`: `null`
 * before there is a response; `hide`: removes passwords and codes from values. Plain JSON, so changes to it have no side
 * effects.
 */
export function eventValue(
  request: ApiRequest,
  resource: unknown,
  reply: Reply | null,
  hide: Hide = asItIs,
): EventValue {
  const { headers } = request
  const { payload: sent } = request
  const isBytes = sent instanceof Uint8Array
  const payload = isBytes ? writtenBytes(sent) : isText(request) ? hide(sent, true) : hide(sent)
  const path = request.resource === '' ? request.service : `${request.service}/${request.resource}`
  const seen = {
    request: {
      api_version: '2.0',
      method: request.verb,
      parameters: hide(shown(withRepeated(request), isHiddenParam)),
      headers: shown(headers, isHiddenHeader),
      payload: payload ?? null,
      content: payload === undefined || isBytes ? null : isText(request) ? payload : JSON.stringify(payload),
      content_type: headers['content-type'] ?? contentTypes[request.payloadFormat],
      uri: `${apiPrefix}/${path}`,
      service: request.service,
      resource: request.resource,
    },
    ...(reply === null ? {} : { response: responseValue(reply, hide) }),
    resource,
  }
  const value = parseExact(JSON.stringify(seen))
  return isRecord(value) ? value : {}
}

/** Whether the body is unparsed text. */
export function isText({ payload, payloadFormat }: Pick<ApiRequest, 'payload' | 'payloadFormat'>): boolean {
  return typeof payload === 'string' && payloadFormat === 'none'
}

function responseValue({ status, contentType, content, headers }: Reply, hide: Hide) {
  const format = contentType === 'application/json' ? 'json' : null
  return { status_code: status, content_type: contentType, content: hide(content), format, headers }
}

function shown<T>(fields: Readonly<Record<string, T>>, isHidden: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isHidden(name)))
}

/** The caller of a request, for event listeners. */
export function sessionForListeners({
  caller: { user, app, role },
  requestor,
  address,
}: Pick<ApiRequest, 'caller' | 'requestor' | 'address'>): HeardSession {
  return {
    user: user === null ? null : { id: user.id, email: user.email, name: user.name },
    app: app === null ? null : { id: app.id, name: app.name },
    role: role === null ? null : { id: role.id, name: role.name },
    requestor,
    address,
  }
}
