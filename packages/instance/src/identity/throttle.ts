import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import type { Clock } from '../clock.ts'
import type { Config, FailureLimit } from '../config.ts'
import { createBoundedCache } from './bounded-cache.ts'
import { networkOf } from './network.ts'

/** One try at a password, a code or an answer. It counts as failed unless it succeeds. */
export interface Attempt {
  /** Forgets the account's failures: somebody knew the secret. */
  succeeded(): void
}

export interface Guess {
  readonly endpoint: string
  readonly secret: string
}

/**
 * Keeps people from trying one secret after another, without letting strangers lock an account
 * (docs/adr/0004-login-throttle.md).
 */
export interface Throttle {
  /**
   * Counts the try before it is made, so that tries at the same time count too; the same `guess` at a second endpoint is
   * not a second try. Throws 429 with `Retry-After` in seconds.
   */
  attempt(account: string, address: string, guess?: Guess): Attempt
}

interface Count {
  failures: number
  /** Milliseconds. */
  readonly until: number
}

/** From everywhere together an account may fail this many times as often as from one network. */
const everywhere = 10
const kept = 10_000

export function createThrottle(limits: Config['loginFailures'], clock: Clock): Throttle {
  const counts = createBoundedCache<string, Count>(kept)
  const lastGuesses = createBoundedCache<string, { endpoint: string; mac: string }>(kept)
  /** From where accounts were signed in to: strangers cannot shut these out. */
  const familiar = createBoundedCache<string, object>(kept)
  const key = randomBytes(32)
  const accountEverywhere = { ...limits.account, count: limits.account.count * everywhere }

  function wait(name: string, limit: FailureLimit): number {
    const count = counts.get(name)
    return count === undefined || count.failures < limit.count ? 0 : count.until - clock()
  }

  function add(name: string, limit: FailureLimit): void {
    const count = counts.get(name)
    if (count !== undefined && count.until > clock()) count.failures += 1
    else counts.set(name, { failures: 1, until: clock() + limit.seconds * 1000 })
  }

  const macOf = (guess: Guess) => createHmac('sha256', key).update(guess.secret).digest('base64')

  /** Whether this is the last counted try again, at another endpoint; true once for each counted try. */
  function repeats(name: string, guess: Guess): boolean {
    const last = lastGuesses.get(name)
    if (last === undefined || last.endpoint === guess.endpoint || last.mac !== macOf(guess)) return false
    lastGuesses.delete(name)
    return true
  }

  return {
    attempt(account, address, guess) {
      const network = networkOf(address)
      const wide = createHash('sha256').update(account.trim().toLowerCase()).digest('base64')
      const here = `${wide} ${network}`
      if (guess === undefined || !repeats(here, guess)) {
        const wideWait = familiar.get(here) === undefined ? wait(wide, accountEverywhere) : 0
        refuseFor(Math.max(wait(here, limits.account), wait(network, limits.address), wideWait))
        add(here, limits.account)
        add(wide, accountEverywhere)
        add(network, limits.address)
        if (guess !== undefined) lastGuesses.set(here, { endpoint: guess.endpoint, mac: macOf(guess) })
      }
      return {
        succeeded() {
          counts.delete(here)
          counts.delete(wide)
          lastGuesses.delete(here)
          familiar.set(here, {})
          const count = counts.get(network)
          if (count !== undefined && count.failures > 0) count.failures -= 1
        },
      }
    },
  }
}

function refuseFor(milliseconds: number): void {
  if (milliseconds <= 0) return
  const seconds = Math.ceil(milliseconds / 1000)
  throw new Problem(429, `Too many failed attempts. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`, {
    headers: { 'Retry-After': String(seconds) },
  })
}
