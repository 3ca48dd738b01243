import type { Caller } from '../../request/caller.ts'

/** What a person authorized a client to do: read, write, manage the instance. */
export const mcpScopes = ['mcp:read', 'mcp:write', 'mcp:admin'] as const
export type McpScope = (typeof mcpScopes)[number]

/** The caller that a token for one MCP service identifies, and what the client is authorized to do. */
export interface McpGrant {
  readonly caller: Caller
  /** The most that the client may do, whatever the caller's own rights. */
  readonly scopes: ReadonlySet<McpScope>
  /** The name with which the client registered; `null` without one. */
  readonly clientName: string | null
}

/** An MCP service that clients request access to. */
export interface McpServiceName {
  readonly id: number
  readonly name: string
}

/** Tokens that an authorization server issued to clients of MCP services (docs/wire/mcp.md). */
export interface McpAccess {
  /**
   * Verifies a bearer token; `null` if it is not one of these tokens, and may be a session token. Rejects with 401 if it has expired,
   * was revoked or was issued for another service.
   * @param resource URL of the service, which the token has to be for
   */
  verify(token: string, service: McpServiceName, resource: string): Promise<McpGrant | null>
}
