import type { McpAnswer, McpRequest } from '../../../../gateway/ports/mcp-endpoint.ts'

/** Error responses sent before a message reaches its service, in the form of the protocol (docs/wire/mcp.md). */

/** Error codes of older revisions. They are reserved since 2026-07-28, where the HTTP status suffices. */
const olderCodes: Readonly<Record<number, number>> = { 401: -32001, 403: -32003 }

export function refusedMessage({ headers }: McpRequest, status: number, message: string, more = {}): McpAnswer {
  const isModern = String(headers['mcp-protocol-version'] ?? '') >= '2026'
  const code = isModern ? status : (olderCodes[status] ?? -32000)
  return json(status, { jsonrpc: '2.0', id: null, error: { code, message } }, more)
}

function json(status: number, body: object, headers = {}): McpAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** `because`: what is wrong with the credentials, or `null` if there were none. */
export function notIdentified(request: McpRequest, service: string, origin: string, because: string | null): McpAnswer {
  const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp/${service}"`
  const challenge = `Bearer realm="MCP", ${metadata}${because === null ? '' : ', error="invalid_token"'}`
  const message = because ?? 'Sign in to use this service, or send a key that it accepts.'
  return refusedMessage(request, 401, message, { 'www-authenticate': challenge })
}

export function notLetIn(request: McpRequest, service: string): McpAnswer {
  return refusedMessage(request, 403, `The role has no access to the service '${service}'.`)
}

export function unknownService(service: string): McpAnswer {
  return json(404, { error: 'There is no such MCP service.', service })
}
