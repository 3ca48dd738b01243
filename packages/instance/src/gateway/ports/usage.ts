import type { Verb } from '@millwright/contract/verbs'
import type { RequestTimings } from '../../platform/tracing/request-context.ts'
import type { Caller } from '../../request/caller.ts'

/** A completed request, with everything needed to count and log it (docs/wire/usage.md). */
export interface FinishedCall {
  /** As in `X-Request-Id`. */
  readonly id: string
  /** What was requested, after method overrides; `null` if the request could not be read. */
  readonly asked: RequestTarget | null
  /** Name of the service, in lower case; `null` if it is not an API request, which is not counted. */
  readonly service: string | null
  /** The HTTP method, used if `asked` is `null`. */
  readonly method: string
  readonly status: number
  readonly milliseconds: number
  readonly address: string
  /** `null` if the request ended before the caller was identified. */
  readonly caller: Caller | null
  /** The error that was thrown; `undefined` if none was. */
  readonly failure: unknown
  /** Whether the connection was closed before the response was complete. */
  readonly isCutOff: boolean
  /** Sizes of the bodies; `null` if unknown. */
  readonly bytesIn: number | null
  readonly bytesOut: number | null
  /** Where the time was spent; absent if unknown. */
  readonly story?: RequestTimings
  /** Whether the requested resource exists although the status is 404 or 405; absent means no. */
  readonly isKnown?: boolean
  /** How the request arrived; defaults to `API`. */
  readonly requestor?: UsageRequestor
  /** The calling program, if it identified itself. */
  readonly client?: string
}

/** Requests of scripts are counted apart: the request that caused them counts already. */
export type UsageRequestor = 'API' | 'MCP' | 'SCRIPT'

/** The part of a request that is retained until it ends. */
export interface RequestTarget {
  readonly verb: Verb
  /** Name of the service, in lower case. */
  readonly service: string
  readonly resource: string
  /** Without the question mark; absent if there is none. */
  readonly query?: string | undefined
  /** The API key as sent, whether or not it is valid; never stored. */
  readonly credentials: { readonly apiKey: string | null }
}

/** Counts a completed request. Never throws, and does not delay the response. */
export type RecordCall = (call: FinishedCall) => void
