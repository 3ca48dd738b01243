import type { Requestor, Verb } from '@millwright/contract/verbs'
import type { Caller } from './caller.ts'
import type { RowExpectation } from './row-expectation.ts'
import type { Upload } from './upload.ts'

/** Query parameters by name; of a repeated one, the last, or of a list all items. Read them with the functions of `params.ts`. */
export type Params = Readonly<Record<string, string>>

/**
 * The one kind of request: made by HTTP callers, scripts, scheduled tasks and the docs' playground alike, after its
 * credentials became a caller.
 */
export interface ApiRequest {
  readonly verb: Verb
  /** Lower case. */
  readonly service: string
  /** Path after the service, decoded, without outer slashes; empty at the service's root. */
  readonly resource: string
  /** Whether the address ended in a slash, by which file services tell folders from files; absent: no. */
  readonly endsInSlash?: boolean | undefined
  readonly params: Params
  /** The query as it was sent, for whom repeated parameters matter; absent: `params` are all there is. */
  readonly query?: string | undefined
  /** The parsed body: JSON, or what XML, CSV and form bodies become; undefined without one. */
  readonly payload: unknown
  /** The body as it arrives, instead of a payload, for services that take uploads. */
  readonly upload?: Upload | undefined
  /** How the body was written: values of csv, xml and form are texts and need reading. */
  readonly payloadFormat: 'json' | 'xml' | 'csv' | 'form' | 'none'
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly caller: Caller
  /**
   * The session token as it was sent, believed or not: log-in, refresh and log-out are called with `caller.token` null, as
   * their tokens may be of no worth any more.
   */
  readonly sentToken: string | null
  readonly requestor: Requestor
  /** Scheme and host by which the instance was addressed. */
  readonly origin: string
  /** Where links lead in mails that anybody may have sent; absent: as `origin`. */
  readonly linkOrigin?: (() => string) | undefined
  /** The network address that the caller is known by. */
  readonly address: string
  /** Whether nobody waits for the answer any more; absent: somebody always does. */
  readonly isGivenUp?: (() => boolean) | undefined
  /** Of a list, the identifiers of the records among which it is; absent: of all. */
  readonly among?: readonly number[] | undefined
  /** Refuses rows that are not as the call takes them to be, where the history of data is put back; absent: whatever they are. */
  readonly expects?: RowExpectation | undefined
  /** Whether a database has to refuse whatever would write, be it a view that does; absent: no. */
  readonly readsOnly?: boolean | undefined
  /** How many scripts wait for the answer, one for the other; absent: none. */
  readonly scriptDepth?: number | undefined
}

/** Of a request, what decides whether it may go on. */
export type Applicant = Pick<ApiRequest, 'verb' | 'service' | 'resource' | 'requestor' | 'caller'>

/** Of a request whose body was not read yet, what tells whether to read it. */
export type Unread = Pick<ApiRequest, 'verb' | 'resource' | 'endsInSlash' | 'headers'>

export interface ApiResponse {
  readonly status: number
  /** A JSON value; the edge writes it in the format that the caller asked for. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What needs neither role nor session: a resource path, or with `/*` all below one, and its verbs (docs/wire/access.md). */
export interface PublicEndpoint {
  readonly path: string
  readonly verbs: readonly Verb[]
}
