import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import type { Declaration, DescriptionOptions } from './declaration.ts'
import type { DocumentDatabase } from './documents/document-database.ts'
import type { Engine } from './engine/engine.ts'
import type { FileStorage } from './files/file-storage.ts'
import type { ApiDescription } from './openapi.ts'
import type { HttpConnection, HttpOptions, OutgoingRequest, Reply, Sender, SenderOptions } from './outgoing.ts'
import type { ServiceRequest, ServiceResponse } from './request.ts'

/** A key-value store for JSON texts with an optional expiry. */
export interface KeyValues {
  /** `null` if the key does not exist or has expired. */
  get(key: string): Promise<string | null>
  /** `seconds` is `null` for values that do not expire. */
  set(key: string, value: string, seconds: number | null): Promise<void>
  /** Returns `false` and changes nothing if the key exists. */
  add(key: string, value: string, seconds: number | null): Promise<boolean>
  /** Returns and deletes the value. */
  take(key: string): Promise<string | null>
  close(): Promise<void>
}

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

/** An entry of the request log, as passed to services that listen for requests (docs/wire/usage.md). */
export type LoggedRequest = Omit<RequestLogEntry, 'id'>

/**
 * A service type with its implementation, which is loaded when the first service of the type is called. Built-in and third-party
 * connectors are declared in the same way (docs/connectors.md).
 */
export type Connector = Declaration & Running

/** What `open` of the loaded module returns for each shape. */
export interface Shapes {
  readonly database: Engine
  readonly documents: DocumentDatabase
  readonly files: FileStorage
  readonly cache: KeyValues
  /** Sends messages through its own API. */
  readonly messages: Caller
  /** A remote API. */
  readonly api: Caller
}

type Running = {
  [Shape in keyof Shapes]: { readonly shape: Shape; load(): Promise<Opening<Shapes[Shape]>> }
}[keyof Shapes]

/** The module behind a declaration. `open` must not wait for the remote system, which the first request connects to. */
export interface Opening<T> {
  open(settings: Readonly<Record<string, unknown>>, tools: ConnectorTools): T
}

/** Handles the requests of a service with an API of its own. */
export interface Caller {
  handle(request: ServiceRequest): Promise<ServiceResponse>
  /** Components that access rows can name, besides the whole service, as reported by the remote system; none if absent. */
  components?(): Promise<readonly string[]>
  /** The API description, as reported by the remote system; that of the declaration if absent. */
  describe?(descriptionOptions: DescriptionOptions): Promise<ApiDescription>
  /** Receives an event that a row of the setting `service_event_map` names as `event`. Must not wait for the remote system. */
  hear?(event: ListenerEvent): void
  /** Receives logged requests, unless the setting `requests` is `none`. Must not wait for the remote system. */
  hearRequests?(requests: readonly LoggedRequest[]): void
  close?(): Promise<void>
}

/** What the instance provides to a connector, which must not import any of its modules. */
export interface ConnectorTools {
  /** Name of the service. */
  readonly service: string
  /** Of the program. */
  readonly version: string
  /** Creates an error response to throw: a status of 400 or above, and a sentence for the caller. */
  refuse(status: number, sentence: string): Error
  /** Writes a line to the operator's log. */
  log(sentence: string): void
  /**
   * Makes an HTTP request; redirects are not followed. Rejects with 503 for private hosts that the operator does not allow, and
   * with 502 or 504 without a response.
   */
  ask(question: OutgoingRequest, limits: AskLimits): Promise<Reply>
  /** Opens connections to servers that the settings name, for requests and responses of any size. */
  openHttp(options: HttpOptions): HttpConnection
  /** Like `openHttp`, for requests whose responses are read as a whole, which are rejected with 502 or 504 without a response. */
  openSender(options: SenderOptions): Sender
  /**
   * Rejects with 403 if the author of the settings may not reach the host: for what the remote system names, such as redirects. The hosts in
   * the settings are checked before each request.
   */
  mayReach(address: URL): Promise<void>
  /** Reports the state of the remote system outside of requests: `null` if healthy, otherwise a sentence with the reason. */
  health(reason: string | null): void
  /** Calls another service for the caller of a request, with the caller's rights. */
  call(request: ServiceRequest): Promise<ServiceResponse>
  /** A request as listeners of its event see it, before there is a response. */
  eventOf(request: ServiceRequest): Pick<ListenerEvent, 'event' | 'session'> & { readonly requestId: string | null }
  /**
   * Throws 403 if the caller of a request must not cause later calls: programs, whose credentials are not verified again. For requests that
   * subscribe to something.
   */
  mayCallLater(request: ServiceRequest): void
  /** Like `call`, for calls after the original request: with the rights that its caller has by then. */
  callLater(request: ServiceRequest): Promise<ServiceResponse>
  /** Database engines of this instance by name, for compatible databases. */
  readonly engines: Readonly<Record<string, Engine>>
}

export interface AskLimits {
  /** Maximum size of the response in bytes. */
  readonly longest: number
  /** Milliseconds for the whole request. */
  readonly timeout: number
  /** Aborts the request. */
  readonly signal?: AbortSignal
}
