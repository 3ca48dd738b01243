import type { Verb } from '@millwright/contract/verbs'
import type { RequestStory } from '../../platform/tracing/request-story.ts'
import type { Caller } from '../../request/caller.ts'

/** A call from outside that came to its end, in whatever way; what it is counted and told of by (docs/wire/usage.md). */
export interface FinishedCall {
  /** As in `X-Request-Id`. */
  readonly id: string
  /** What was asked for, overrides read; null: that could not be read. */
  readonly asked: AskedCall | null
  /** In lower case, as it was named; null: not a call of the API, which is not counted. */
  readonly service: string | null
  /** Of the transport, where `asked` is null. */
  readonly method: string
  readonly status: number
  readonly milliseconds: number
  readonly address: string
  /** Null: nobody knew who called before it ended. */
  readonly caller: Caller | null
  /** What was thrown; undefined: nothing was. */
  readonly failure: unknown
  /** Whether the answer did not reach its end, as the connection did before. */
  readonly isCutOff: boolean
  /** Bytes of the bodies; null: not known. */
  readonly bytesIn: number | null
  readonly bytesOut: number | null
  /** Where its time went; absent: nobody knows. */
  readonly story?: RequestStory
  /** Whether there is what was asked for, though the status is 404 or 405; absent: no. */
  readonly isKnown?: boolean
  /** The way by which it came; absent: `API`. */
  readonly requestor?: UsageRequestor
  /** The program that called, where the way tells; absent: it does not. */
  readonly client?: string
}

export type UsageRequestor = 'API' | 'MCP'

/** Of a call, what stays of it until it ended. */
export interface AskedCall {
  readonly verb: Verb
  /** In lower case. */
  readonly service: string
  readonly resource: string
  /** Without the question mark; absent: none. */
  readonly query?: string | undefined
  /** The key that it was sent with, believed or not; never kept. */
  readonly credentials: { readonly apiKey: string | null }
}

/** Counts a call that is over. Never throws, and nothing is waited for. */
export type RecordCall = (call: FinishedCall) => void
