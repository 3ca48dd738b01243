/** A completed request to a service, as reported to services and webhooks that listen for its event (docs/wire/messages.md). */
export interface ListenerEvent {
  /** The most specific of its names, with its original case. */
  readonly name: string
  /** Those of its names that have listeners, in lower case: `db.*`, the general name, and the name of a table, file or record. */
  readonly names: readonly string[]
  /** Milliseconds since 1970. */
  readonly at: number
  /** As in `X-Request-Id`. */
  readonly requestId: string
  /** Status of the response; `null` if the event is not a request. */
  readonly status: number | null
  /**
   * `request`, `response` and `resource` as scripts see them, without credentials. For streamed bodies, such as long lists and
   * files, `response.content` is null.
   */
  readonly event: Readonly<Record<string, unknown>>
  readonly session: HeardSession
}

/** Who caused the event. */
export interface HeardSession {
  readonly user: { readonly id: number; readonly email: string; readonly name: string } | null
  readonly app: { readonly id: number; readonly name: string } | null
  readonly role: { readonly id: number; readonly name: string } | null
  readonly requestor: string
  readonly address: string
}
