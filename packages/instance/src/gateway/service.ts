import type { ListenerEvent, LoggedRequest } from '@millwright/connector/connector'
import type { DescriptionOptions } from '@millwright/connector/declaration'
import type { FileStorage } from '@millwright/connector/files/file-storage'
import type { ApiDescription } from '@millwright/connector/openapi'
import type { Load } from '@millwright/connector/semaphore'
import type { FilterNode } from '@millwright/contract/filter/node'
import type { Verb } from '@millwright/contract/verbs'
import type { RunWhole } from '../engines/shared-transaction.ts'
import type { DescribedTable } from '../records/described-table.ts'
import type { AccessRequest, ApiRequest, ApiResponse, PublicEndpoint, UnparsedRequest } from '../request/api-request.ts'
import type { Author } from '../request/caller.ts'
import type { McpEndpoint } from './ports/mcp-endpoint.ts'
import type { ServiceScript } from './ports/script-runner.ts'
import type { SignIn } from './ports/sign-in.ts'

/** A running service, created by its type from its configuration. */
/** What collections have in common with tables. */
export interface Collections {
  names(): Promise<readonly string[]>
  /** The fields found in some documents of a collection, in the form of `_schema`, nested ones after their outermost. */
  fieldsIn(collection: string, documents: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>
}

export interface Service {
  handle(request: ApiRequest): Promise<ApiResponse>
  /** Rejects requests before anything else in `handle`, by caller and path only. */
  guard?(request: AccessRequest): Promise<void> | void
  /** Whether the body of a request is passed unread, as its `upload`; if absent, it never is. */
  takesUpload?(request: UnparsedRequest): boolean
  /** Storage of a file service, for its public files; absent for other services. */
  readonly storage?: FileStorage
  /** The MCP endpoint at `/mcp/{service}`; absent if there is none. */
  readonly mcp?: McpEndpoint
  /** Endpoints that need neither role nor session: exact resource path and verbs (docs/wire/access.md). */
  readonly publicEndpoints: readonly PublicEndpoint[]
  /** Strings usable as `component` of an access row. */
  accessList(request: ApiRequest): Promise<string[]>
  /**
   * The API description, if it depends on the service's contents; the same object until it changes. If absent, only the type or a
   * stored definition has one (docs/wire/api-docs.md).
   */
  describe?(options: DescriptionOptions): Promise<ApiDescription> | ApiDescription
  /** The part of the description that does not depend on its contents, for use when the service is unavailable. */
  outline?(): ApiDescription | Promise<ApiDescription>
  /** How people sign in with it at `user/session`; absent if they cannot. */
  readonly signIn?: SignIn
  /**
   * The URL that a browser is redirected to when a person who signed in with this service signs out here; `null` for none.
   * `subject` is the service's identifier of the person, `signOutName` what it stored about them for this purpose. Absent if the
   * service only signs people in.
   */
  signOutAt?(subject: string, signOutName: string | null, request: ApiRequest): Promise<string | null>
  /** Resources of a built-in service, such as `system`; if absent, the type declares the paths. */
  readonly resources?: readonly ServiceResource[]
  /** Runs work whose requests to the service are one transaction; absent if it has none. */
  readonly whole?: RunWhole
  /** The current tables of a database, regardless of schema contracts; absent for other services. */
  tables?(refresh: boolean): Promise<readonly DescribedTable[]>
  /** The tables of a database as `_table` addresses them, within schema contracts; absent for other services. */
  recordTables?(refresh: boolean): Promise<readonly DescribedTable[]>
  /** The collections of a document database, which has no tables to describe; absent for other services. */
  readonly collections?: Collections
  /** Whether the service applies row filters of roles without describing tables, as document databases do; absent: no. */
  readonly filtersRows?: boolean
  /**
   * Why a table's values cannot be compared with a role's condition as it is meant, such as a date with a text; `null` if they can, or
   * if there is no such table or field. Absent if the service has no typed fields.
   */
  conditionProblem?(table: string, condition: FilterNode): Promise<string | null>
  /** The path of a request as its settings have it, such as `orders/{id}`; `null`: there is none. Absent: paths tell it by themselves. */
  templateOf?(resource: string): string | null
  /** What a service requests for a request to it, as far as its settings tell; `null`: nothing. Absent: nobody can tell. */
  composed?(request: Pick<ApiRequest, 'verb' | 'resource'>): Promise<ComposedCall | null>
  /** The script of a script service. */
  readonly script?: ServiceScript
  /**
   * Receives an event selected in its settings. Never throws because of a problem of the remote system. Absent if the service
   * receives none.
   */
  hear?(event: ListenerEvent): Promise<void>
  /**
   * Receives logged requests, from which its settings select. Never throws because of a problem of the remote system. Absent if
   * the service receives none.
   */
  onLoggedRequests?(requests: readonly LoggedRequest[]): Promise<void>
  /** Load of its connections; absent if it has no connection pool. */
  load?(): Load | null
  /** Releases resources such as connections; called when no request to it is in progress any more. */
  close?(): Promise<void>
}

/** Requests with which a service answers one to it. */
export interface ComposedCall {
  readonly method: Verb
  readonly path: string
  /** Whose rights the requests need, too. */
  readonly author: Author
  readonly steps: readonly {
    readonly key: string
    readonly verb: Verb
    /** In lower case. */
    readonly service: string
    readonly resource: string
    /** Whether it is made in any case. */
    readonly always: boolean
  }[]
}

export interface ServiceResource {
  readonly name: string
  /** Whether there is exactly one record, at the path of the resource itself. */
  readonly singleton: boolean
  readonly readOnly: boolean
}
