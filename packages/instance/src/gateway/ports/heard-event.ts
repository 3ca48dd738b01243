import type { Author } from '../../request/caller.ts'

/** A request to a service that is over, as services and webhooks hear of it which asked for its event (docs/wire/messages.md). */
export interface HeardEvent {
  /** The narrowest of its names, as it is written. */
  readonly name: string
  /** Its names that were asked for, in lower case: `db.*`, the general one, and the one of a table, file or record. */
  readonly names: readonly string[]
  /** Milliseconds since 1970. */
  readonly at: number
  /** As in `X-Request-Id`. */
  readonly requestId: string
  /** The answer's; null for what is no request. */
  readonly status: number | null
  /**
   * `request`, `response` and `resource` as scripts see them, without credentials. Bodies that are streamed, such as long lists and files, are not
   * there: `response.content` is null.
   */
  readonly event: Readonly<Record<string, unknown>>
  readonly session: HeardSession
}

/** Who caused it. */
export interface HeardSession {
  readonly user: { readonly id: number; readonly email: string; readonly name: string } | null
  readonly app: { readonly id: number; readonly name: string } | null
  readonly role: { readonly id: number; readonly name: string } | null
  readonly requestor: string
  readonly address: string
}

/** Who wants to hear of events. */
export interface Listener {
  /** In whatever case. */
  readonly events: readonly string[]
  /** Whose rights decide what it hears: nothing but calls that they could make, on rows that they may see. */
  readonly author: Author
  /** Never waited for by a request. */
  hear(event: HeardEvent): Promise<void>
}
