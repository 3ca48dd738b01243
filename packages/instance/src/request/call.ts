import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from './api-request.ts'

/** A request whose caller is not identified yet, as passed to the gateway. */
export interface Call extends Omit<ApiRequest, 'caller' | 'sentToken' | 'among'> {
  readonly credentials: Credentials
  /** Called as soon as the caller is identified. */
  readonly identified?: (caller: ApiRequest['caller']) => void
}

/** Returns the request with its caller. */
export function requestOf(call: Call, caller: ApiRequest['caller']): ApiRequest {
  return {
    verb: call.verb,
    service: call.service,
    resource: call.resource,
    endsInSlash: call.endsInSlash,
    params: call.params,
    query: call.query,
    payload: call.payload,
    upload: call.upload,
    payloadFormat: call.payloadFormat,
    decimalComma: call.decimalComma,
    headers: call.headers,
    caller,
    sentToken: call.credentials.token,
    requestor: call.requestor,
    origin: call.origin,
    linkOrigin: call.linkOrigin,
    address: call.address,
    isGivenUp: call.isGivenUp,
    scriptDepth: call.scriptDepth,
  }
}

/** The credentials of a request, not verified yet. */
export interface Credentials {
  readonly apiKey: string | null
  readonly token: string | null
  readonly basic: { readonly email: string; readonly password: string } | null
  readonly scriptToken: string | null
}

/** Service and resource in the path of a call. */
export interface CallPath {
  /** Lower case; empty for the list of services. */
  readonly service: string
  readonly resource: string
  readonly endsInSlash: boolean
}

/**
 * Parses the part of a URL after `/api/v2`. Empty, `.` and `..` segments are dropped, so that no path can go upwards and a trailing slash
 * matters to file services only (docs/wire/requests.md). Throws 400 if it cannot be decoded.
 */
export function readCallPath(path: string): CallPath {
  const plain = decoded(path)
  const segments = plain.split('/').filter(isName)
  const [service = '', ...rest] = segments
  return { service: service.toLowerCase(), resource: rest.join('/'), endsInSlash: plain.endsWith('/') }
}

const isName = (segment: string) => segment !== '' && segment !== '.' && segment !== '..'

/** Decodes percent-encoding. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text
  let plain: string
  try {
    plain = decodeURIComponent(text)
  } catch {
    throw new Problem(400, 'The URL has a percent sign that is not followed by an encoded UTF-8 character.')
  }
  if (plain.includes('\0')) throw new Problem(400, 'The address must not contain null characters.')
  return plain
}

/**
 * Returns the credentials that must be valid for a call. Login ignores any token; refresh and logout verify it themselves, since it may
 * have expired (docs/wire/sessions.md).
 */
export function credentialsToCheck(call: Call): Credentials {
  const { credentials } = call
  return ignoresSession(call) ? withoutSession(credentials) : credentials
}

/** The API key alone. */
export function withoutSession(credentials: Credentials): Credentials {
  return { ...credentials, token: null, basic: null }
}

/** The resource of services at which programs sign in with tokens that the service verifies itself (docs/wire/sign-in.md). */
export const programSignIn = 'client_credentials'

/** Returns whether the gateway ignores a call's session. */
export function ignoresSession({ verb, service, resource }: Pick<Call, 'verb' | 'service' | 'resource'>): boolean {
  if (verb === 'GET') return false
  return (service === 'user' && resource === 'session') || (service === 'system' && resource === 'admin/session')
}
