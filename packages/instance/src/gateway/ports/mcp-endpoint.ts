import type { Problem } from '@millwright/contract/problem'
import type { McpCatalog } from '@millwright/contract/wire/mcp-catalog'
import type { ApiRequest } from '../../request/api-request.ts'
import type { McpScope } from './mcp-access.ts'

/** A message to an MCP service, as it came in over HTTP. */
export interface McpRequest {
  readonly method: string
  readonly url: string
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Null: there is none. */
  readonly body: Buffer | null
  /** When nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

export interface McpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | ReadableStream<Uint8Array> | null
}

/** Who is behind a message to an MCP service; calls that it causes are made in their name. */
export interface McpCaller extends Pick<ApiRequest, 'caller' | 'sentToken' | 'origin' | 'linkOrigin' | 'address'> {
  /** Null: as much as the caller. */
  readonly scopes: ReadonlySet<McpScope> | null
  /** The client by the name that it registered; null: it did not. */
  readonly clientName: string | null
  /** The program that sent the message, as it calls itself in `User-Agent`; null: it does not. */
  readonly agent: string | null
  /** Whether limits of the service have counted the message already. */
  readonly isCounted: boolean
  /** The message itself: its bytes, and the revision that its headers name. Absent: nobody knows. */
  readonly message?: { readonly bytes: number; readonly protocol: string | null }
  /** Hears that all that the message asks for is too much, before anything of it is done. Absent: nobody does. */
  readonly refusedWhole?: (refusal: Problem) => void
  /** Hears of failures that nobody foresaw, of which the client is told nothing. */
  readonly failed: (error: unknown) => void
}

/** How a service speaks the Model Context Protocol (docs/wire/mcp.md). */
export interface McpEndpoint {
  /** Whether those need access to the service itself who are no administrators. */
  readonly needsRole: boolean
  /** Whether an API key will do. */
  readonly takesKeys: boolean
  /** Whether the token of a session will do, without a key. */
  readonly takesSessions: boolean
  /** Through which app those call who sign in; null: through the one whose key they send. */
  readonly appId: number | null
  /** What people may let clients do; reading is always among it. */
  readonly scopes: readonly McpScope[]
  /** The service that people sign in by at once who have no session; null: they choose. */
  readonly signsInBy: string | null
  /** A page of somebody's own on which people sign in who have no session; null: they do in the console. */
  readonly signsInAt: URL | null
  /** The client that an administrator has made known; null: there is none. */
  readonly knownClient: KnownClient | null
  /** Answers one message, over HTTP as the protocol says. */
  answer(message: McpRequest, by: McpCaller): Promise<McpAnswer>
  /** What keeps it from being of use, a sentence each with what to do about it. */
  findings(): Promise<readonly string[]>
  /** What somebody is shown, and what that is made of. */
  catalogue(by: McpCaller): Promise<McpCatalog>
}

/** A client of an MCP service that need not register itself. */
export interface KnownClient {
  readonly id: string
  /** Null: it has none, as programs on people's own machines. */
  readonly secret: string | null
  readonly redirectUris: readonly string[]
}
