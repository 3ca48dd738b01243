import type { AuthInfo, McpHttpHandler, McpServerFactory } from '@modelcontextprotocol/server'
import type { McpCaller } from '../../../gateway/ports/mcp-endpoint.ts'

export type Sdk = typeof import('@modelcontextprotocol/server')

/** Makes what answers one message of a caller. */
export type ServerFor = (sdk: Sdk, by: McpCaller, era: 'legacy' | 'modern') => ReturnType<McpServerFactory>

export interface ProtocolHandler {
  answer(message: Request, by: McpCaller): Promise<Response>
  close(): Promise<void>
}

interface HandlerOptions {
  /** Bytes of a message. */
  readonly bodyLimit: number
}

/** Loaded with the first message, as most instances never get one. */
let sdk: Promise<Sdk> | null = null

/**
 * Speaks the protocol in the revision 2026-07-28 and in those from 2025-03-26 on, without sessions: what answers a message is made for it
 * and keeps nothing, so that any node answers any message (docs/wire/mcp.md).
 */
export function createProtocolHandler(serverFor: ServerFor, { bodyLimit }: HandlerOptions): ProtocolHandler {
  /** The library passes on what it was handed with a message; nobody else can reach it. */
  const callers = new WeakMap<AuthInfo, McpCaller>()
  let handler: Promise<McpHttpHandler> | null = null

  async function open(): Promise<McpHttpHandler> {
    sdk ??= import('@modelcontextprotocol/server')
    const loaded = await sdk
    return loaded.createMcpHandler(
      ({ authInfo, era }) => {
        const by = authInfo === undefined ? undefined : callers.get(authInfo)
        if (by === undefined) throw new Error('A message came without its caller.')
        return serverFor(loaded, by, era)
      },
      { maxRequestBodySize: bodyLimit },
    )
  }

  return {
    async answer(message, by) {
      handler ??= open()
      const { fetch } = await handler
      const authInfo: AuthInfo = { token: '', clientId: '', scopes: [] }
      callers.set(authInfo, by)
      return await fetch(message, { authInfo })
    },
    async close() {
      await (await handler)?.close()
    },
  }
}
