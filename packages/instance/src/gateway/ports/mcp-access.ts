import type { Caller } from '../../request/caller.ts'

/** What somebody let a client do in their name: read, write, administer. */
export const mcpScopes = ['mcp:read', 'mcp:write', 'mcp:admin'] as const
export type McpScope = (typeof mcpScopes)[number]

/** Who speaks by a token that was issued for one MCP service, and what they let the client do. */
export interface McpGrant {
  readonly caller: Caller
  /** What the client may do at most, whatever the caller may. */
  readonly scopes: ReadonlySet<McpScope>
  /** As it made itself known when it registered; null: it did not. */
  readonly clientName: string | null
}

/** A service that clients ask to be let in to. */
export interface McpServiceName {
  readonly id: number
  readonly name: string
}

/** Tokens that clients of MCP services have from an authorization server (docs/wire/mcp.md). */
export interface McpAccess {
  /**
   * Who a bearer token speaks for; null: it is none of these tokens, and may be one of a session. Refuses with 401 one that has
   * expired, was revoked or was issued for another service.
   * @param resource the address of the service, for which the token has to be
   */
  verify(token: string, service: McpServiceName, resource: string): Promise<McpGrant | null>
}
