import { createHash, createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { counted } from '@millwright/connector/counted'
import { Problem } from '@millwright/contract/problem'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/settings/config.ts'
import type { SigningKeys } from '../../../platform/vault.ts'
import type { LoginFailures, Tried } from './login-failures/login-failures.ts'

/** An attempt at a password, a code or an answer. It counts as failed unless it succeeds. */
export interface Attempt {
  /**
   * Checks the secret. If the check is rejected with 429 or fails with 500 or above, the secret was not checked and the attempt
   * does not count, so that neither a flood of logins nor an outage locks people out.
   */
  check<T>(look: () => Promise<T>): Promise<T>
  /** Resets the account's failures after a correct secret. */
  succeeded(): Promise<void>
  /** Removes the attempt from the counts, and leaves earlier failures in them. */
  takeBack(): Promise<void>
}

export interface Guess {
  readonly endpoint: string
  readonly secret: string
}

/** Limits guessing of secrets, without letting other people lock an account (docs/adr/0004-login-throttle.md). */
export interface Throttle {
  /**
   * Counts the attempt before it is made, so that concurrent ones count too. The same `guess` at a second endpoint is not a
   * second attempt. Rejects with a 429 and `Retry-After` in seconds.
   */
  attempt(account: string, address: string, guess?: Guess): Promise<Attempt>
}

interface ThrottleParts {
  readonly limits: Config['loginFailures']
  readonly clock: Clock
  readonly failures: LoginFailures
  /** Shared by all nodes that share the failures. Keys the MACs under which passwords are remembered. */
  readonly keys: SigningKeys
  /** Separates throttles that share the failures. */
  readonly scope: string
}

/** Failures allowed for an account from all networks, as a multiple of those from one network. */
const everywhere = 10

export function createThrottle({ limits, clock, failures, keys, scope }: ThrottleParts): Throttle {
  const hash = (text: string) => createHash('sha256').update(`${scope} ${text}`).digest('base64')
  const macOf = (secret: string) => createHmac('sha256', keys.current).update(`guess ${secret}`).digest('base64')

  function triedOf(account: string, address: string, guess: Guess | undefined): Tried {
    const name = account.trim().toLowerCase()
    const network = networkOf(address)
    const byAccount = limits.account.seconds * 1000
    const byNetwork = limits.address.seconds * 1000
    return {
      here: { name: hash(`${name} from ${network}`), most: limits.account.count, window: byAccount },
      everywhere: { name: hash(`${name} from everywhere`), most: limits.account.count * everywhere, window: byAccount },
      network: { name: hash(`from ${network}`), most: limits.address.count, window: byNetwork },
      guess: guess === undefined ? null : { endpoint: guess.endpoint, mac: macOf(guess.secret) },
    }
  }

  return {
    async attempt(account, address, guess) {
      const tried = triedOf(account, address, guess)
      const { wait, takeBack } = await failures.take(tried, clock())
      refuseFor(wait)
      return {
        async check(look) {
          try {
            return await look()
          } catch (error) {
            // If the counters are unreachable too, the attempt stays counted.
            if (isUnchecked(error)) await Promise.resolve(takeBack()).catch(() => undefined)
            throw error
          }
        },
        succeeded: async () => failures.forget(tried, clock()),
        takeBack: async () => takeBack(),
      }
    },
  }
}

const isUnchecked = (error: unknown) => !(error instanceof Problem) || error.status === 429 || error.status >= 500

function refuseFor(milliseconds: number): void {
  if (milliseconds <= 0) return
  const seconds = Math.ceil(milliseconds / 1000)
  throw new Problem(429, `Too many failed attempts. Try again in ${counted(seconds, 'second')}.`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

/** The network of one subscriber: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [plain = address] = address.split('%')
  if (!isIPv6(plain)) return address
  const [head = '', tail] = plain.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(gap, 0)).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
