import type { LimitUse } from '@millwright/contract/records/limit'
import { useSyncExternalStore } from 'react'

/** The value of a counter at a time. */
export interface Sample {
  /** Unix time in milliseconds. */
  readonly at: number
  readonly attempts: number
}

/** Maximum number of samples per limit; the oldest are dropped. */
const most = 500

const seen = new Map<number, readonly Sample[]>()
const listeners = new Set<() => void>()
const none: readonly Sample[] = []

/** Adds a sample. While the value is unchanged, only the last sample is moved. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1)
  const before = samples.at(-2)
  const still = last?.attempts === sample.attempts && before?.attempts === sample.attempts
  return [...(still ? samples.slice(0, -1) : samples), sample].slice(-most)
}

/** Stores the values read for a limit with one counter until the page is closed. */
export function recordUsage(limit: number, uses: readonly LimitUse[], at: number): void {
  const [use, further] = uses
  if (use === undefined || further !== undefined) return
  seen.set(limit, addSample(seen.get(limit) ?? none, { at, attempts: use.attempts }))
  for (const listener of [...listeners]) listener()
}

/** Returns the samples of a limit's counter since the page was loaded, oldest first. */
export function useSamples(limit: number): readonly Sample[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => seen.get(limit) ?? none,
  )
}
