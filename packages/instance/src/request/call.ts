import type { ApiRequest } from './api-request.ts'

/** A request before anybody knows who makes it: what ways in hand to the gateway. */
export interface Call extends Omit<ApiRequest, 'caller' | 'sentToken' | 'among'> {
  readonly credentials: Credentials
  /** Hears who calls as soon as that is known. */
  readonly identified?: (caller: ApiRequest['caller']) => void
}

/** With the caller known. */
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

/** What credentials a request carried, before anyone believed them. */
export interface Credentials {
  readonly apiKey: string | null
  readonly token: string | null
  readonly basic: { readonly email: string; readonly password: string } | null
  readonly scriptToken: string | null
}
