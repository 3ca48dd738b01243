import type { MaybePromise } from '@millwright/connector/engine/statement'
import { sql } from 'kysely'
import { remote, type Siblings } from '../../../platform/siblings.ts'
import type { Store } from '../../../store/store.ts'

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
const latestValidEnd = ({ period }: Pick<Hit, 'period'>, now: number): number => now + period * 2

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
  let counterCount = 0

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
      counterCount += 1
      if (counterCount % tidyAt === 0) tidy(now)
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
    read: (counterKeys, now) =>
      counterKeys.map(({ key, user }): Count => {
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

interface Row {
  readonly key: string
  readonly user: string
  readonly hits: string | number
  readonly ends: string | number
  readonly locked_until: string | number
}

/** Counters in the instance's own PostgreSQL, shared by all nodes. Each hit is one statement, so none is lost. */
export function createPostgresCounters({ db }: Pick<Store, 'db'>): Counters {
  async function hit({ key, user, rate, period }: Hit, now: number): Promise<Counted> {
    const fresh = rate > 0 ? { hits: 1, ends: now + period, locked: 0 } : { hits: 0, ends: 0, locked: now + period }
    const far = latestValidEnd({ period }, now)
    const { rows } = await sql<Row>`
      insert into limit_counter as counter (key, person, hits, ends, locked_until)
      values (${key}, ${user}, ${fresh.hits}, ${fresh.ends}, ${fresh.locked})
      on conflict (key, person) do update set
        hits = case when counter.locked_until > ${now} and counter.locked_until <= ${far} then 0
          when counter.ends <= ${now} or counter.ends > ${far} then ${fresh.hits}
          when counter.hits < ${rate} then counter.hits + 1 else 0 end,
        ends = case when counter.locked_until > ${now} and counter.locked_until <= ${far} then 0
          when counter.ends <= ${now} or counter.ends > ${far} then ${fresh.ends}
          when counter.hits < ${rate} then counter.ends else 0 end,
        locked_until = case when counter.locked_until > ${now} and counter.locked_until <= ${far} then counter.locked_until
          when counter.ends <= ${now} or counter.ends > ${far} then ${fresh.locked}
          when counter.hits < ${rate} then 0 else ${now + period} end
      returning locked_until`.execute(db)
    const until = Number(rows[0]?.locked_until ?? 0)
    return { over: until > now, until }
  }

  return {
    // In a fixed order, to prevent deadlocks between requests.
    async hit(hits, now) {
      const counted = new Map<Hit, Counted>()
      for (const each of hits.toSorted((a, b) => (a.key < b.key ? -1 : 1))) counted.set(each, await hit(each, now))
      return hits.map((each) => counted.get(each) ?? { over: false, until: 0 })
    },
    async read(counterKeys, now) {
      const keys = [...new Set(counterKeys.map(({ key }) => key))]
      const { rows } = await sql<Row>`
        select key, person as "user", hits, ends, locked_until from limit_counter where key = any(${keys})`.execute(db)
      const found = new Map(rows.map((row) => [`${row.key}\n${row.user}`, row]))
      return counterKeys.map(({ key, user }): Count => {
        const row = found.get(`${key}\n${user}`)
        if (row === undefined) return { hits: 0, locked: false }
        return { hits: Number(row.ends) > now ? Number(row.hits) : 0, locked: Number(row.locked_until) > now }
      })
    },
    async clear(keys) {
      await sql`delete from limit_counter where key = any(${[...keys]})`.execute(db)
    },
    async unlock(keys) {
      await sql`update limit_counter set locked_until = 0 where key = any(${[...keys]})`.execute(db)
    },
    close: () => Promise.resolve(),
  }
}
