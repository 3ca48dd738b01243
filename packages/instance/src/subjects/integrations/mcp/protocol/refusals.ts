import { counted } from '@millwright/connector/counted'
import { Problem } from '@millwright/contract/problem'
import type { McpAnswer, McpRequest } from '../../../../gateway/ports/mcp-endpoint.ts'

/** Error responses sent before a message reaches its service, in the form of the protocol (docs/wire/mcp.md). */

/** Error codes of older revisions. They are reserved since 2026-07-28, where the HTTP status suffices. */
const olderCodes: Readonly<Record<number, number>> = { 401: -32001, 403: -32003 }

function refusedMessage({ headers }: McpRequest, status: number, message: string, more = {}): McpAnswer {
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

/** First words of an error message for a model, by status. */
const classes: Readonly<Record<number, string>> = {
  401: 'Authentication',
  403: 'Permission',
  404: 'Resource',
  429: 'Limit',
  502: 'Connection',
  503: 'Connection',
  504: 'Connection',
}

/** Formats an error for a model: its class, its message and, for batches, the result of each record. */
export function problemText({ status, message, context, headers }: Problem): string {
  const kind = classes[status] ?? (status < 500 ? 'Validation' : 'Server Error')
  const wait = headers['retry-after'] ?? headers['Retry-After']
  const later = status === 429 && wait !== undefined ? ` Try again in ${counted(Number(wait), 'second')}.` : ''
  const more = context === null || context === undefined ? '' : ` ${bounded(JSON.stringify(context))}`
  return `${kind}: ${message}${later}${more}`
}

/** Message for unexpected errors. */
export const unforeseen = 'Server Error: Something went wrong on the server. See its log for details.'

export function problemIn(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  return error instanceof Error && error.cause instanceof Problem ? error.cause : null
}

const longest = 4_000
const bounded = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)
