import type { LimitUse } from '@millwright/contract/records/limit'
import { useSyncExternalStore } from 'react'

/** A counter as it stood at a moment. */
export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly attempts: number
}

/** Moments that are kept of a limit; the oldest go first. */
const most = 500

const seen = new Map<number, readonly Sample[]>()
const listeners = new Set<() => void>()
const none: readonly Sample[] = []

/** Adds a moment. While nothing changes, only the end of the standstill moves on. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1)
  const before = samples.at(-2)
  const still = last?.attempts === sample.attempts && before?.attempts === sample.attempts
  return [...(still ? samples.slice(0, -1) : samples), sample].slice(-most)
}

/** Remembers what was read of a limit with one counter, until the page is closed. */
export function noteUse(limit: number, uses: readonly LimitUse[], at: number): void {
  const [use, further] = uses
  if (use === undefined || further !== undefined) return
  seen.set(limit, withSample(seen.get(limit) ?? none, { at, attempts: use.attempts }))
  for (const listener of [...listeners]) listener()
}

/** What this page has seen of a limit's counter, oldest first. */
export function useSeen(limit: number): readonly Sample[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => seen.get(limit) ?? none,
  )
}
