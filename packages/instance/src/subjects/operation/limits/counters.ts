import type { MaybePromise } from '@millwright/connector/engine/statement'

/** A counter to increment for a request. */
export interface Hit {
  /** The counted scope, as text. */
  readonly key: string
  /** User of the counter for per-user limits, otherwise empty. */
  readonly user: string
  readonly rate: number
  /** Milliseconds. */
  readonly period: number
}

/** Result of a hit. */
export interface Counted {
  readonly over: boolean
  /** When the next request can pass, in milliseconds since 1970. Only meaningful if `over`. */
  readonly until: number
}

/**
 * The latest possible end of a lock or window, in milliseconds since 1970. A later one was stored before the clock was set back
 * and is ignored.
 */
export const latestValidEnd = ({ period }: Pick<Hit, 'period'>, now: number): number => now + period * 2

/** The state of a counter. Locked counters are used up. */
export interface Count {
  readonly hits: number
  readonly locked: boolean
}

/**
 * Counts requests in windows that start with their first request. The first excess request locks its counter for one period
 * (docs/wire/limits.md). Exact for any number of concurrent requests and of nodes that share the counters.
 */
export interface Counters {
  /** Increments all counters, and returns the results in the same order. */
  hit(hits: readonly Hit[], now: number): MaybePromise<readonly Counted[]>
  read(counters: readonly Pick<Hit, 'key' | 'user'>[], now: number): MaybePromise<readonly Count[]>
  /** Resets the counters for all users. */
  clear(keys: readonly string[]): MaybePromise<void>
  /** Lifts locks, so that requests pass again. */
  unlock(keys: readonly string[]): MaybePromise<void>
  close(): Promise<void>
}
