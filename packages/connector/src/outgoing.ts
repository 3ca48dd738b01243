import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'

/** A request to another server. */
export interface OutgoingRequest {
  readonly verb: string
  readonly address: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
}

/** Its response, read as a whole. */
export interface Reply {
  readonly status: number
  /** Names in lower case; values of a repeated header are joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * Sends one request to a URL that a user supplied, without following redirects. Rejects private hosts with 400, and requests without a
 * response with 502 or 504.
 */
export type SendRequest = (question: OutgoingRequest, signal: AbortSignal) => Promise<Reply>

/** Requests whose responses are read as a whole, over connections of their own. */
export interface Sender {
  readonly ask: SendRequest
  /** Connections in use are closed after their request. */
  close(): void
}

export interface SenderOptions {
  /** Maximum size of a response in bytes. */
  readonly longest: number
  /** Milliseconds for a whole request. */
  readonly timeout: number
  /** Connections to keep for further requests; absent: one for each request. */
  readonly keep?: {
    /** URL of a forward proxy; absent or `null`: none. */
    readonly proxy?: string | null
    /** Milliseconds after which an idle connection is closed. */
    readonly idle: number
    /** Maximum number of concurrent connections. */
    readonly most: number
  }
}

/** HTTP connections to a server, with keep-alive, for bodies of any size. */
export interface HttpConnection {
  /** Returns the response, whose body must be read or destroyed. Rejects with a 503 if the server is unreachable. */
  ask(request: HttpRequest): Promise<IncomingMessage>
  /** Connections in use are closed after their request. */
  close(): void
}

export interface HttpRequest {
  readonly method: string
  readonly url: URL
  readonly headers?: OutgoingHttpHeaders
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>
}

export interface HttpOptions {
  /** The name of the server in error messages. */
  readonly where: string
  /** URL of a forward proxy; absent or `null`: none. */
  readonly proxy?: string | null
}
