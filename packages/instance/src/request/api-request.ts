import type { ServiceRequest, ServiceResponse } from '@millwright/connector/request'
import type { FilterNode } from '@millwright/contract/filter/node'
import type { Problem } from '@millwright/contract/problem'
import type { Verb } from '@millwright/contract/verbs'
import type { Caller } from './caller.ts'

/** Query parameters by name; for a repeated one the last value, or all items of a list. Read them with the functions of `params.ts`. */
export type Params = Readonly<Record<string, string>>

/**
 * The request type shared by HTTP callers, scripts, scheduled tasks and the playground of the docs, created after credentials were
 * resolved to a caller.
 */
export interface ApiRequest extends ServiceRequest {
  /** Whether numbers in the texts of a CSV body have a decimal comma; absent: no. */
  readonly decimalComma?: boolean | undefined
  readonly caller: Caller
  /**
   * The session token as sent, valid or not: login, refresh and logout are called with `caller.token` null, as their tokens may be
   * expired.
   */
  readonly sentToken: string | null
  /** Origin of links in emails that unauthenticated callers can trigger; absent: same as `origin`. */
  readonly linkOrigin?: (() => string) | undefined
  /** Ids to which a list is restricted; absent: all. */
  readonly among?: readonly number[] | undefined
  /** The key after which a list begins, in the order of its keys; absent: it begins with the first. */
  readonly after?: number | string | undefined
  /** A condition on the rows of a list, beside the filter of the request; absent: none. */
  readonly within?: FilterNode | undefined
  /** Rejects rows that differ from what the caller expects, when reverting from the data history; absent: no check. */
  readonly expects?: RowExpectation | undefined
  /** Whether databases must reject writes, including those by a view; absent: no. */
  readonly readsOnly?: boolean | undefined
  /** Whether `{…}` in its values is text, and names no lookup key; absent: no. */
  readonly isLiteral?: boolean | undefined
  /** Whether it is part of an apply of configuration, which changes what folders manage; absent: no. */
  readonly appliesConfig?: boolean | undefined
  /** Number of nested scripts that wait for the response; absent: none. */
  readonly scriptDepth?: number | undefined
}

/** The parts of a request that determine whether it is permitted. */
export type AccessRequest = Pick<ApiRequest, 'verb' | 'service' | 'resource' | 'requestor' | 'caller'>

/** The parts of a request that determine whether its body is parsed. */
export type UnparsedRequest = Pick<ApiRequest, 'verb' | 'resource' | 'endsInSlash' | 'headers'>

export interface ApiResponse extends ServiceResponse {
  /** Whether it is from a cache; absent: no. */
  readonly isCached?: boolean
  /** The members of the rows of a list, for formats that name them even without rows. */
  readonly columns?: readonly string[]
}

/** An endpoint that requires neither role nor session: a resource path, or with `/*` all below one, and its verbs (docs/wire/access.md). */
export interface PublicEndpoint {
  readonly path: string
  readonly verbs: readonly Verb[]
  /** Whether API descriptions show it to those only whose role allows it; absent: to everybody. */
  readonly described?: 'by role'
  /** Whether the session token of a request is for the service to verify, as it is none of this instance; absent: no. */
  readonly verifiesToken?: true
}

/** Returns the origin for URLs in responses: never an unconfigured host that the request merely claims. */
export const responseOrigin = ({ linkOrigin, origin }: Pick<ApiRequest, 'linkOrigin' | 'origin'>): string =>
  linkOrigin?.() ?? origin

type Row = Readonly<Record<string, unknown>>

/** Returns an error for a row that differs from what the caller expects; `table`: name on the wire, `row`: by column names. */
export type RowExpectation = (table: string, key: Row, row: Row) => Problem | null
