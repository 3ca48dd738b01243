import type { McpCaller } from '../../gateway/ports/mcp-endpoint.ts'
import type { ServiceHost } from '../../gateway/service-kind.ts'
import { tracingHeaders } from '../../platform/tracing/request-context.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import type { ToolCall, ToolSession } from './tools/tool.ts'

/** What tools may ask of the instance in the name of a caller: exactly what the caller may over HTTP. `client`: as it calls itself. */
export function toolSession(
  { callCounted }: ServiceHost,
  asked: McpCaller,
  client: string | null,
  signal: AbortSignal,
): ToolSession {
  const assistant = plainName(asked.clientName ?? client) || 'unnamed'
  const by = { ...asked, caller: { ...asked.caller, assistant } }
  return {
    caller: by.caller,
    signal,
    call: (call) => callCounted(requestFor(call, by, signal)),
    requestFor: (call) => requestFor(call, by, signal),
  }
}

/** A name that a client gave itself, as reports can have it. */
function plainName(name: string | null): string {
  return (name ?? '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 80)
}

function requestFor(call: ToolCall, by: McpCaller, signal: AbortSignal): ApiRequest {
  const { verb, service, resource, endsInSlash, params = {}, payload } = call
  return {
    verb,
    service: service.toLowerCase(),
    resource,
    endsInSlash,
    params,
    payload,
    payloadFormat: payload === undefined ? 'none' : 'json',
    headers: tracingHeaders(),
    caller: by.caller,
    sentToken: by.sentToken,
    requestor: 'API',
    origin: by.origin,
    linkOrigin: by.linkOrigin,
    address: by.address,
    isGivenUp: () => signal.aborted,
  }
}
