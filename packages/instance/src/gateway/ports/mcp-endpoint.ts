import type { Problem } from '@millwright/contract/problem'
import type { McpCatalog } from '@millwright/contract/wire/mcp'
import type { ApiRequest } from '../../request/api-request.ts'
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

/** An HTTP message to an MCP service. */
export interface McpRequest {
  readonly method: string
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** `null` if there is none. */
  readonly body: Buffer | null
  /** Aborted when the client no longer waits for the response. */
  readonly signal: AbortSignal
}

export interface McpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | ReadableStream<Uint8Array> | null
}

/** The caller of a message to an MCP service, in whose name the resulting requests are made. */
export interface McpCaller extends Pick<ApiRequest, 'caller' | 'sentToken' | 'origin' | 'linkOrigin' | 'address'> {
  /** `null` if the caller's rights are not restricted by scopes. */
  readonly scopes: ReadonlySet<McpScope> | null
  /** The registered name of the client; `null` without one. */
  readonly clientName: string | null
  /** The `User-Agent` of the program that sent the message; `null` without one. */
  readonly agent: string | null
  /** Whether the message has already been counted by the service's limits. */
  readonly isCounted: boolean
  /** The message's size, and the protocol version in its headers. Absent if unknown. */
  readonly message?: { readonly bytes: number; readonly protocol: string | null }
  /** Called if everything in the message exceeds a limit, before any of it runs. */
  readonly refusedWhole?: (refusal: Problem) => void
  /** Called with unexpected errors, whose details are not sent to the client. */
  readonly failed: (error: unknown) => void
}

/** A service's implementation of the Model Context Protocol (docs/wire/mcp.md). */
export interface McpEndpoint {
  /** Whether callers other than administrators need access to the service itself. */
  readonly needsRole: boolean
  /** Whether an API key alone is accepted. */
  readonly takesKeys: boolean
  /** Whether a session token is accepted without an API key. */
  readonly takesSessions: boolean
  /** Id of the app for people who sign in; `null` for the app whose key they send. */
  readonly appId: number | null
  /** Scopes that people can grant; always includes reading. */
  readonly scopes: readonly McpScope[]
  /** The service that people without a session are sent to for signing in; `null` if they choose. */
  readonly signsInBy: string | null
  /** A custom page for people without a session to sign in; `null` for the console's. */
  readonly signsInAt: URL | null
  /** The client registered by an administrator, or `null`. */
  readonly knownClient: KnownClient | null
  /** Responds to a message over HTTP, as the protocol specifies. */
  answer(message: McpRequest, by: McpCaller): Promise<McpAnswer>
  /** Problems that prevent the endpoint from being used, each as a sentence with its solution. */
  findings(): Promise<readonly string[]>
  /** The tools that a caller sees, and the services behind them. */
  catalogue(by: McpCaller): Promise<McpCatalog>
}

/** A client of an MCP service that need not register itself. */
export interface KnownClient {
  readonly id: string
  /** `null` for public clients, such as programs on people's own machines. */
  readonly secret: string | null
  readonly redirectUris: readonly string[]
}
