import type { ApiRequest } from '../../request/api-request.ts'
import type { McpScope } from './mcp-access.ts'

/** Who is behind a message to an MCP service; calls that it causes are made in their name. */
export interface McpCaller extends Pick<ApiRequest, 'caller' | 'sentToken' | 'origin' | 'linkOrigin' | 'address'> {
  /** Null: as much as the caller. */
  readonly scopes: ReadonlySet<McpScope> | null
  /** The client by the name that it registered; null: it did not. */
  readonly clientName: string | null
  /** Hears of failures that nobody foresaw, of which the client is told nothing. */
  readonly failed: (error: unknown) => void
}

/** How a service speaks the Model Context Protocol (docs/wire/mcp.md). */
export interface McpEndpoint {
  /** Whether those need access to the service itself who are no administrators. */
  readonly needsRole: boolean
  /** Whether an API key will do. */
  readonly takesKeys: boolean
  /** Through which app those call who sign in; null: through the one whose key they send. */
  readonly appId: number | null
  /** What people may let clients do; reading is always among it. */
  readonly scopes: readonly McpScope[]
  /** The client that an administrator has made known; null: there is none. */
  readonly knownClient: KnownClient | null
  /** Answers one message, over HTTP as the protocol says. */
  answer(message: Request, by: McpCaller): Promise<Response>
}

/** A client of an MCP service that need not register itself. */
export interface KnownClient {
  readonly id: string
  /** Null: it has none, as programs on people's own machines. */
  readonly secret: string | null
  readonly redirectUris: readonly string[]
}
