import { createLruCache } from '../../../platform/cache.ts'
import { type FailureCount, type LoginFailures, notCounted, type Tried } from './login-failures.ts'

interface Count {
  failures: number
  /** In milliseconds. */
  readonly until: number
}

const maxNames = 10_000

/** In-memory counters of a single node, lost when it stops. */
export function createMemoryFailures(): LoginFailures {
  const counts = createLruCache<string, Count>(maxNames)
  const lastGuesses = createLruCache<string, { readonly endpoint: string; readonly mac: string }>(maxNames)
  /** Networks with a previous login, from which an account cannot be locked by others. */
  const familiar = createLruCache<string, object>(maxNames)

  function wait({ name, most }: FailureCount, now: number): number {
    const count = counts.get(name)
    return count === undefined || count.failures < most ? 0 : count.until - now
  }

  function add({ name, window }: FailureCount, now: number): void {
    const count = counts.get(name)
    if (count !== undefined && count.until > now) count.failures += 1
    else counts.set(name, { failures: 1, until: now + window })
  }

  function subtract({ name }: FailureCount): void {
    const count = counts.get(name)
    if (count !== undefined && count.failures > 0) count.failures -= 1
  }

  function takeBack({ here, everywhere, network }: Tried): void {
    for (const each of [here, everywhere, network]) subtract(each)
    lastGuesses.delete(here.name)
  }

  return {
    take(tried, now) {
      const { here, everywhere, network, guess } = tried
      const last = lastGuesses.get(here.name)
      if (guess !== null && last !== undefined && last.endpoint !== guess.endpoint && last.mac === guess.mac) {
        lastGuesses.delete(here.name)
        return notCounted(0)
      }
      const strange = familiar.get(here.name) === undefined ? wait(everywhere, now) : 0
      const longest = Math.max(wait(here, now), wait(network, now), strange)
      if (longest > 0) return notCounted(longest)
      for (const each of [here, everywhere, network]) add(each, now)
      if (guess !== null) lastGuesses.set(here.name, guess)
      return { wait: 0, takeBack: () => takeBack(tried) }
    },
    forget({ here, everywhere, network }) {
      counts.delete(here.name)
      counts.delete(everywhere.name)
      lastGuesses.delete(here.name)
      familiar.set(here.name, {})
      subtract(network)
    },
    close: () => Promise.resolve(),
  }
}
