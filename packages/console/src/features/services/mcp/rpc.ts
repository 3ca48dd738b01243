import { isRecord } from '@millwright/contract/wire/is-record'
import { send } from '../../../instance/send.ts'
import { t } from './messages.ts'

/** A service, and the role to query it with; a `null` role is the current user. */
export interface RpcTarget {
  readonly service: string
  readonly role: string | null
}

export interface ListedTool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema?: { readonly properties?: Readonly<Record<string, unknown>>; readonly required?: string[] }
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean }
}

interface RpcAnswer {
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message?: string }
}

/** Sends one message to an MCP service and returns what an assistant would receive (docs/wire/mcp.md). */
export async function callService(
  { service, role }: RpcTarget,
  method: string,
  params: object,
  signal?: AbortSignal,
): Promise<RpcAnswer> {
  const { data } = await send<RpcAnswer>({
    verb: 'POST',
    path: `${encodeURIComponent(service)}/rpc`,
    params: { as_role: role },
    body: { jsonrpc: '2.0', id: 1, method, params },
    evenLocked: method !== 'tools/call' || ('name' in params && params.name === 'list_tools'),
    signal,
  })
  return data
}

/** Loads all listed tools, page by page. */
export async function listTools(target: RpcTarget, signal: AbortSignal): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = []
  let cursor: unknown
  do {
    const { result, error } = await callService(target, 'tools/list', cursor === undefined ? {} : { cursor }, signal)
    if (result === undefined) throw new Error(error?.message ?? t.toolsUnknown)
    tools.push(...(Array.isArray(result.tools) ? (result.tools as ListedTool[]) : []))
    cursor = result.nextCursor
  } while (typeof cursor === 'string')
  return tools
}

/** A tool that is not listed but can be found through other tools. */
export interface FoundTool {
  readonly name: string
  readonly description: string
  readonly read_only: boolean
}

/** Loads all tools of a service that lists only tools for finding others. */
export async function findTools(target: RpcTarget, signal: AbortSignal): Promise<readonly FoundTool[]> {
  const tools: FoundTool[] = []
  let offset: unknown = 0
  do {
    const params = { name: 'list_tools', arguments: { offset, limit: 500 } }
    const { result, error } = await callService(target, 'tools/call', params, signal)
    const page = result?.structuredContent
    if (!isRecord(page) || !Array.isArray(page.tools)) throw new Error(error?.message ?? t.toolsUnknown)
    tools.push(...page.tools)
    offset = page.next_offset
  } while (typeof offset === 'number')
  return tools
}

/** Estimates the number of model tokens as a quarter of the bytes. */
export function tokensOf(value: unknown): number {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return Math.ceil(new TextEncoder().encode(text).length / 4)
}
