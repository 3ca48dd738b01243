import { remote, type Siblings } from '../../../platform/siblings.ts'
import { type Count, type Counted, type Counters, type Hit, latestValidEnd } from './counters.ts'

interface Counter {
  hits: number
  /** End of the window, in milliseconds since 1970. */
  ends: number
  /** 0 if not locked. */
  lockedUntil: number
}

type ByUser = Map<string, Counter>

/** Number of counters above which expired ones are deleted. */
const tidyAt = 10_000

/** In-memory counters of a single node, lost when it stops. */
export function createMemoryCounters(): Counters {
  const counters = new Map<string, ByUser>()
  let made = 0

  function hit({ key, user, rate, period }: Hit, now: number): Counted {
    const counter = find(key, user, now)
    if (Math.max(counter.lockedUntil, counter.ends) > latestValidEnd({ period }, now)) {
      counter.lockedUntil = 0
      counter.ends = 0
    }
    if (counter.lockedUntil > now) return { over: true, until: counter.lockedUntil }
    if (counter.ends <= now) {
      counter.hits = 0
      counter.ends = now + period
    }
    if (counter.hits < rate) {
      counter.hits += 1
      return passed
    }
    counter.hits = 0
    counter.ends = 0
    counter.lockedUntil = now + period
    return { over: true, until: counter.lockedUntil }
  }

  function find(key: string, user: string, now: number): Counter {
    let users = counters.get(key)
    if (users === undefined) {
      users = new Map()
      counters.set(key, users)
    }
    let counter = users.get(user)
    if (counter === undefined) {
      made += 1
      if (made % tidyAt === 0) tidy(now)
      counter = { hits: 0, ends: 0, lockedUntil: 0 }
      users.set(user, counter)
    }
    return counter
  }

  function tidy(now: number): void {
    for (const users of counters.values()) {
      for (const [user, counter] of users) {
        if (counter.ends <= now && counter.lockedUntil <= now) users.delete(user)
      }
    }
  }

  return {
    hit: (hits, now) => hits.map((each) => hit(each, now)),
    read: (asked, now) =>
      asked.map(({ key, user }): Count => {
        const counter = counters.get(key)?.get(user)
        if (counter === undefined) return { hits: 0, locked: false }
        return { hits: counter.ends > now ? counter.hits : 0, locked: counter.lockedUntil > now }
      }),
    clear(keys) {
      for (const key of keys) counters.delete(key)
    },
    unlock(keys) {
      for (const key of keys) for (const counter of counters.get(key)?.values() ?? []) counter.lockedUntil = 0
    },
    close: () => Promise.resolve(),
  }
}

/** The counters that the process which started the workers keeps for them, as `limits`. */
export function createSharedMemoryCounters(siblings: Siblings): Counters {
  const kept = remote<Counters>(siblings, 'limits', ['hit', 'read', 'clear', 'unlock'])
  return { ...kept, close: () => Promise.resolve() }
}

const passed: Counted = { over: false, until: 0 }
