import { isRecord } from '@millwright/contract/wire/is-record'
import type { McpRequest } from '../../../../gateway/ports/mcp-endpoint.ts'

/** A tool call in a message that needs nothing but a response. */
export interface PlainCall {
  readonly id: string | number
  readonly name: string
  readonly given: unknown
  readonly era: 'legacy' | 'modern'
  /** The client's name for itself, or `null`. */
  readonly client: string | null
  /** The client's version as it reports it, or `null`. */
  readonly version: string | null
  /** Token for progress notifications, or `null` if the client requests none. */
  readonly progressToken: string | number | null
}

const revision = '2026-07-28'
const olderRevisions = new Set(['2025-03-26', '2025-06-18', '2025-11-25'])

const metaOf = {
  revision: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
} as const
const known: ReadonlySet<string> = new Set([...Object.values(metaOf), 'progressToken'])

/**
 * Parses a message that is a plain, fully valid tool call. Returns `null` for any other message, which the library then handles
 * or rejects.
 */
export function readPlainCall({ method, headers, body }: McpRequest, longest: number): PlainCall | null {
  if (method !== 'POST' || body === null || body.length > longest || !takesBoth(headers.accept)) return null
  if (!isJson(headers['content-type'])) return null
  const message = parsed(body)
  if (!isRecord(message) || message.jsonrpc !== '2.0' || message.method !== 'tools/call') return null
  const { id, params, jsonrpc, method: _, ...others } = message
  if (!isId(id) || !isRecord(params) || !isEmpty(others)) return null
  const { name, arguments: input, _meta: meta = {}, ...more } = params
  if (typeof name !== 'string' || !isRecord(meta) || !isEmpty(more)) return null
  if (input !== undefined && !isRecord(input)) return null
  const call = { id, name, given: input }
  return metaOf.revision in meta ? modern(call, meta, headers) : older(call, meta, headers)
}

type Called = Pick<PlainCall, 'id' | 'name' | 'given'>
type Meta = Readonly<Record<string, unknown>>

function modern(call: Called, meta: Meta, headers: McpRequest['headers']): PlainCall | null {
  const client = meta[metaOf.client]
  const isPlain =
    meta[metaOf.revision] === revision &&
    headers['mcp-protocol-version'] === revision &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === call.name &&
    isRecord(meta[metaOf.capabilities]) &&
    isRecord(client) &&
    typeof client.name === 'string' &&
    typeof client.version === 'string' &&
    Object.keys(meta).every((name) => known.has(name)) &&
    isToken(meta.progressToken)
  return isPlain
    ? {
        ...call,
        era: 'modern',
        client: String(client.name),
        version: String(client.version),
        progressToken: tokenIn(meta),
      }
    : null
}

function older(call: Called, meta: Meta, headers: McpRequest['headers']): PlainCall | null {
  const stated = headers['mcp-protocol-version']
  const isPlain =
    (stated === undefined || (typeof stated === 'string' && olderRevisions.has(stated))) &&
    headers['mcp-method'] === undefined &&
    Object.keys(meta).every((name) => name === 'progressToken') &&
    isToken(meta.progressToken)
  return isPlain ? { ...call, era: 'legacy', client: null, version: null, progressToken: tokenIn(meta) } : null
}

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id)
const isToken = (token: unknown) => token === undefined || isId(token)
const tokenIn = ({ progressToken }: Meta) => (isId(progressToken) ? progressToken : null)
const isEmpty = (record: object) => Object.keys(record).length === 0
const isJson = (type: unknown) =>
  typeof type === 'string' && /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type)

const takesBoth = (accept: unknown) =>
  typeof accept === 'string' && accept.includes('application/json') && accept.includes('text/event-stream')

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
