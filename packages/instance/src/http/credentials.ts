import type { IncomingHttpHeaders } from 'node:http'
import { apiKeyHeader, scriptTokenHeader, sessionTokenHeader } from '@millwright/contract/headers'
import type { Params } from '../request/api-request.ts'
import type { Credentials } from '../request/call.ts'

interface Carrier {
  readonly service: string
  readonly resource: string
  readonly params: Params
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly payload: unknown
}

const keyHeader = apiKeyHeader.toLowerCase()
const tokenHeader = sessionTokenHeader.toLowerCase()
const scriptHeader = scriptTokenHeader.toLowerCase()

/** The session token in the headers of a request, for what has to be known before its body. */
export function sessionTokenIn(headers: IncomingHttpHeaders): string | undefined {
  const sent = headers[tokenHeader]
  return bearer(headers.authorization) || (typeof sent === 'string' ? sent : undefined)
}

/** The credentials of a request, from all places that the wire allows, in its order of precedence (docs/wire/requests.md). */
export function credentialsOf({ service, resource, params, headers, payload }: Carrier): Credentials {
  const authorization = headers.authorization
  const token =
    bearer(authorization) || headers[tokenHeader] || params.session_token || field(payload, 'session_token') || null
  return {
    apiKey: params.api_key || headers[keyHeader] || keyInBody(service, resource, payload) || null,
    token,
    basic: token === null ? basic(authorization) : null,
    scriptToken: params.script_token || headers[scriptHeader] || field(payload, 'script_token') || null,
  }
}

/** The `api_key` in the body of an app or an access explanation is ordinary data. */
function keyInBody(service: string, resource: string, payload: unknown): string | undefined {
  const isData = service === 'system' && (resource.startsWith('app') || resource === 'access_explanation')
  return isData ? undefined : field(payload, 'api_key')
}

function field(payload: unknown, name: string): string | undefined {
  if (typeof payload !== 'object' || payload === null || !Object.hasOwn(payload, name)) return undefined
  const value: unknown = Reflect.get(payload, name)
  return typeof value === 'string' ? value : undefined
}

function bearer(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
}

function basic(authorization: string | undefined): Credentials['basic'] {
  const encoded = authorization === undefined ? undefined : /^Basic +(\S+) *$/i.exec(authorization)?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? { email: text, password: '' } : { email: text.slice(0, colon), password: text.slice(colon + 1) }
}
