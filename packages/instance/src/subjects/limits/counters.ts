import type { Soon } from '../../engines/statement.ts'

/** One counter that a request counts in. */
export interface Hit {
  /** What the limit counts: the text that names it. */
  readonly key: string
  /** Of limits on each user, whose counter it is; else empty. */
  readonly user: string
  readonly rate: number
  /** Milliseconds. */
  readonly period: number
}

/** What became of a hit. */
export interface Counted {
  readonly over: boolean
  /** When the next request can pass, in milliseconds since 1970; of use only when over. */
  readonly until: number
}

/**
 * What a counter has said at most when its clock goes right, milliseconds since 1970: what lies behind it is from before the clock was set
 * back, and holds nobody up.
 */
export const farthest = ({ period }: Pick<Hit, 'period'>, now: number): number => now + period * 2

/** How far a counter is: locked ones are used up. */
export interface Count {
  readonly hits: number
  readonly locked: boolean
}

/**
 * Counts requests in windows that begin with their first request. The request after the last that may pass locks its counter
 * for one period (docs/wire/limits.md). Exact however many come at once, from however many nodes share the counters.
 */
export interface Counters {
  /** Counts in every one of the counters; answers in their order. */
  hit(hits: readonly Hit[], now: number): Soon<readonly Counted[]>
  read(counters: readonly Pick<Hit, 'key' | 'user'>[], now: number): Soon<readonly Count[]>
  /** Begins anew, for all users. */
  clear(keys: readonly string[]): Soon<void>
  /** Lets requests pass again that are locked out. */
  unlock(keys: readonly string[]): Soon<void>
  close(): Promise<void>
}
