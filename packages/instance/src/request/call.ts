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
