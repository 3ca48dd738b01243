import { createLruCache } from '../../../../platform/cache.ts'
import { remote, type Siblings } from '../../../../platform/siblings.ts'

/** A counter of failed attempts, in a window that starts with the first. */
export interface FailureCount {
  /** Unique among all counters, without revealing the account. */
  readonly name: string
  /** Maximum number of failures. */
  readonly most: number
  /** In milliseconds. */
  readonly window: number
}

/** An attempt at a secret, with its counters (docs/adr/0004-login-throttle.md). */
export interface Tried {
  /** Failures for the account from this network. */
  readonly here: FailureCount
  /** Failures for the account from all networks. Does not reject attempts from networks with a previous login to the account. */
  readonly everywhere: FailureCount
  /** Failures from the network. */
  readonly network: FailureCount
  /** Identifies the secret, as the same one at a second endpoint is not a second attempt. */
  readonly guess: { readonly endpoint: string; readonly mac: string } | null
}

/** The result of registering an attempt. */
export interface AttemptResult {
  /** Milliseconds to wait, or 0 if the attempt may proceed and counts as failed. */
  readonly wait: number
  /** Removes the attempt from all counters if the secret was not checked after all. */
  takeBack(): Promise<void> | void
}

/** Counts failures. Exact for any number of concurrent attempts and of nodes that share the counters. */
export interface LoginFailures {
  /** Counts the attempt, unless it must wait or repeats one at another endpoint. */
  take(tried: Tried, now: number): Promise<AttemptResult> | AttemptResult
  /** Resets the account's failures after a success, and removes this attempt from the network's. */
  forget(tried: Tried, now: number): Promise<void> | void
  close(): Promise<void>
}

/** For an attempt that was not counted. */
export const notCounted = (wait: number): AttemptResult => ({ wait, takeBack: () => {} })

interface Count {
  failures: number
  /** In milliseconds. */
  readonly until: number
}

const maxNames = 10_000

/** Counters of failures, in a form that can be used from other processes. */
export interface KeptFailures {
  take(tried: Tried, now: number): Taken
  takeBack(tried: Tried): void
  forget(tried: Tried, now: number): void
}

interface Taken {
  readonly wait: number
  /** Whether the attempt was counted, and can be taken back. */
  readonly isCounted: boolean
}

/** In-memory counters of a single node, lost when it stops. */
export function createMemoryFailures(): LoginFailures {
  const kept = keepFailures()
  const take = (tried: Tried, now: number) => resultOf(kept.take(tried, now), () => kept.takeBack(tried))
  return { take, forget: kept.forget, close: () => Promise.resolve() }
}

/** The counters that the process which started the workers keeps for them, as `failures`. */
export function createSharedMemoryFailures(siblings: Siblings): LoginFailures {
  const kept = remote<KeptFailures>(siblings, 'failures', ['take', 'takeBack', 'forget'])
  const take = async (tried: Tried, now: number) => resultOf(await kept.take(tried, now), () => kept.takeBack(tried))
  return { take, forget: kept.forget, close: () => Promise.resolve() }
}

const resultOf = ({ wait, isCounted }: Taken, takeBack: AttemptResult['takeBack']): AttemptResult =>
  isCounted ? { wait, takeBack } : notCounted(wait)

export function keepFailures(): KeptFailures {
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
        return { wait: 0, isCounted: false }
      }
      const strange = familiar.get(here.name) === undefined ? wait(everywhere, now) : 0
      const longest = Math.max(wait(here, now), wait(network, now), strange)
      if (longest > 0) return { wait: longest, isCounted: false }
      for (const each of [here, everywhere, network]) add(each, now)
      if (guess !== null) lastGuesses.set(here.name, guess)
      return { wait: 0, isCounted: true }
    },
    takeBack,
    forget({ here, everywhere, network }) {
      counts.delete(here.name)
      counts.delete(everywhere.name)
      lastGuesses.delete(here.name)
      familiar.set(here.name, {})
      subtract(network)
    },
  }
}
