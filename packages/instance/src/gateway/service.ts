import type { Load } from '../platform/instruments/instruments.ts'
import type { DescribedTable } from '../records/described-table.ts'
import type { ApiRequest, ApiResponse, Applicant, PublicEndpoint, Unread } from '../request/api-request.ts'
import type { AskedDescription } from './ports/asked-description.ts'
import type { FileStorage } from './ports/file-storage.ts'
import type { HeardEvent } from './ports/heard-event.ts'
import type { LoggedRequest } from './ports/logged-request.ts'
import type { McpEndpoint } from './ports/mcp-endpoint.ts'
import type { ApiDescription } from './ports/openapi.ts'
import type { ServiceScript } from './ports/script-host.ts'
import type { SignIn } from './ports/sign-in.ts'

/** What stands behind a service name once its kind has made it from its configuration. */
export interface Service {
  handle(request: ApiRequest): Promise<ApiResponse>
  /** What `handle` refuses before anything else, by the caller and the address alone. */
  guard?(request: Applicant): Promise<void> | void
  /** Whether the body of a request is sent to it unread, as its `upload`; absent: never. */
  takesUpload?(request: Unread): boolean
  /** Where it keeps files, for what is public of them; absent: it keeps none. */
  readonly storage?: FileStorage
  /** How assistants reach it at `/mcp/{service}`; absent: they do not. */
  readonly mcp?: McpEndpoint
  /** Endpoints that need neither role nor session: exact resource path and verbs (docs/wire/access.md). */
  readonly publicEndpoints: readonly PublicEndpoint[]
  /** Strings usable as `component` of an access row. */
  accessList(request: ApiRequest): Promise<string[]>
  /**
   * What it can be asked, by what it finds in itself; the same object as long as that does not change. Absent: only its kind
   * or a stored definition can say (docs/wire/api-docs.md).
   */
  describe?(asked: AskedDescription): Promise<ApiDescription> | ApiDescription
  /** What is true of it whatever is in it, for when it cannot be asked; absent: nothing. */
  outline?(): ApiDescription
  /** How people sign in by it at `user/session`; absent: they do not. */
  readonly signIn?: SignIn
  /**
   * Where the browser of somebody goes who came by it and signs out here; null: nowhere. `subject`: what it knows the person by;
   * `signOutName`: what it wanted remembered of them for this.
   * Absent: it only signs people in.
   */
  signOutAt?(subject: string, signOutName: string | null, request: ApiRequest): Promise<string | null>
  /** The resources of a service that every instance has, such as `system`; absent: its kind says which addresses it has. */
  readonly resources?: readonly ServiceResource[]
  /** The tables of a database as they are now, whatever callers may rely on; absent: it has none. */
  tables?(refresh: boolean): Promise<readonly DescribedTable[]>
  /** What it runs, when that is a script. */
  readonly script?: ServiceScript
  /** Takes an event that its settings ask for; never throws for what only its other side lacks. Absent: it hears of none. */
  hear?(event: HeardEvent): Promise<void>
  /** Takes requests that were logged, of which its settings choose; never throws for what only its other side lacks. Absent: it hears of none. */
  hearRequests?(requests: readonly LoggedRequest[]): Promise<void>
  /** Of the connections that it holds; absent: it holds none that are counted. */
  load?(): Load | null
  /** Gives back what it holds, such as connections; called once no request is under way on it any more. */
  close?(): Promise<void>
}

export interface ServiceResource {
  readonly name: string
  /** There is one record, which the address of the resource itself stands for. */
  readonly singleton: boolean
  readonly readOnly: boolean
}
