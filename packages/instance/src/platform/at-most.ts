import { setTimeout as delay } from 'node:timers/promises'

/** Waits for work up to a number of milliseconds; the work goes on. Rejects as the work does in that time. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController()
  const late = delay(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined)
  try {
    await Promise.race([work, late])
  } finally {
    ended.abort()
  }
}
