import { randomBytes } from 'node:crypto'
import { parseExact } from '@millwright/contract/wire/exact-json'
import type { Redis } from 'ioredis'
import { ByteCache } from './cache.ts'
import type { Clock } from './clock.ts'
import { createRedisClient, execPipeline } from './connections/redis.ts'
import { digest } from './digest.ts'
import type { Config } from './settings/config.ts'

/** Cached responses of services, by everything they depend on (docs/wire/caches.md). Never throws. */
export interface ResponseCache {
  of(serviceId: number): AnswerCache
  /** Invalidates all cached responses of a service, or of all services, on every node that shares the cache. */
  outdate(serviceId: number | 'all'): Promise<void> | void
  close(): Promise<void>
}

export interface AnswerCache {
  /** Call this before computing the response, so that it is not stored if its source changes in the meantime. */
  find(key: string): Promise<FoundAnswer> | FoundAnswer
  /** Invalidates the responses because their source has changed. */
  outdate(): Promise<void> | void
}

interface FoundAnswer {
  /** A JSON value; `undefined` if missing or expired. */
  readonly value: unknown
  keep(value: unknown, seconds: number): Promise<void> | void
}

/** Creates the cache of responses: in the configured Redis, otherwise in memory. `namespace` identifies the instance. */
export function createAnswers({ redisUrl }: Pick<Config, 'redisUrl'>, clock: Clock, namespace: string): ResponseCache {
  return redisUrl === null
    ? createMemoryResponseCache(clock)
    : createRedisResponseCache({ url: redisUrl, namespace, clock })
}

const maxBytes = 64 * 1024 * 1024

/** Responses cached in the memory of this node. The least recently used ones are evicted when they exceed `most` bytes. */
export function createMemoryResponseCache(clock: Clock, most = maxBytes): ResponseCache {
  const cache = new ByteCache<unknown>(clock, most)
  const states = new Map<number, number>()
  let allChanges = 0

  function keep(name: string, value: unknown, seconds: number): void {
    const bytes = 2 * (name.length + JSON.stringify(value).length)
    if (seconds > 0 && bytes <= cache.largest) cache.set(name, value, { bytes, seconds })
  }

  return {
    of: (serviceId): AnswerCache => ({
      find(key) {
        // Responses of an earlier state are never found again, and are evicted over time.
        const name = `${serviceId} ${allChanges}.${states.get(serviceId) ?? 0} ${key}`
        return { value: cache.get(name), keep: (value, seconds) => keep(name, value, seconds) }
      },
      outdate: () => void states.set(serviceId, (states.get(serviceId) ?? 0) + 1),
    }),
    outdate(serviceId) {
      if (serviceId !== 'all') return void states.set(serviceId, (states.get(serviceId) ?? 0) + 1)
      allChanges += 1
      cache.clear()
    },
    close: async () => undefined,
  }
}

interface RedisAnswersOptions {
  readonly url: string
  /** Separates instances that share a Redis; the same on all nodes of an instance. */
  readonly namespace: string
  readonly clock: Clock
}

/** Maximum number of characters of a response. */
const longest = 4 * 1024 * 1024
/** Milliseconds to wait for a connection, and for a reply. */
const patience = 500
/** Milliseconds during which Redis is not used after it failed. */
const pause = 5_000
const stateSeconds = 7 * 24 * 3600

/**
 * A cache of responses shared by all nodes with the same Redis. A response is valid while the random states of its service and
 * of all services, stored beside it, are those under which it was computed. While Redis is unreachable nothing is found, and
 * what was invalidated meanwhile stays invalid.
 */
export function createRedisResponseCache({ url, namespace, clock }: RedisAnswersOptions): ResponseCache {
  const prefix = `millwright:answers:${namespace}:`
  const stateOf = (serviceId: number | 'all') => `${prefix}state:${serviceId}`
  const unsettled = new Set<number | 'all'>()
  const client = createRedisClient({ url, patience })
  let awayUntil = 0

  /** `null` while Redis is unreachable. */
  async function reach<T>(work: (redis: Redis) => Promise<T>): Promise<T | null> {
    if (clock() < awayUntil) return null
    try {
      return await client.run(work)
    } catch {
      awayUntil = clock() + pause
      return null
    }
  }

  async function settle(): Promise<boolean> {
    const waiting = [...unsettled]
    if (waiting.length === 0) return true
    const done = await reach(async (redis) => {
      const setting = redis.pipeline()
      for (const each of waiting) setting.set(stateOf(each), newState(), 'EX', stateSeconds)
      return execPipeline(setting)
    })
    if (done === null) return false
    for (const each of waiting) unsettled.delete(each)
    return true
  }

  async function outdate(serviceId: number | 'all'): Promise<void> {
    unsettled.add(serviceId)
    await settle()
  }

  async function find(serviceId: number, key: string): Promise<FoundAnswer> {
    if (!(await settle())) return nothing
    const name = `${prefix}${serviceId}:${digest(key)}`
    const read = await reach(async (redis) => {
      const reading = redis.pipeline()
      for (const each of ['all', serviceId] as const) {
        reading.set(stateOf(each), newState(), 'EX', stateSeconds, 'NX')
      }
      const answers = await execPipeline(reading.mget(stateOf('all'), stateOf(serviceId), name))
      return answers.at(-1)
    })
    const [all, own, text] = Array.isArray(read) ? read : []
    if (typeof all !== 'string' || typeof own !== 'string') return nothing
    const state = `${all}.${own} `
    return {
      value: typeof text === 'string' && text.startsWith(state) ? parseExact(text.slice(state.length)) : undefined,
      async keep(value, seconds) {
        const kept = state + JSON.stringify(value)
        if (seconds <= 0 || kept.length > longest) return
        await reach((redis) => redis.set(name, kept, 'EX', Math.min(seconds, 0x7fffffff)))
      },
    }
  }

  return {
    of: (serviceId) => ({ find: (key) => find(serviceId, key), outdate: () => outdate(serviceId) }),
    outdate,
    close: client.close,
  }
}

const nothing: FoundAnswer = { value: undefined, keep: () => undefined }
const newState = () => randomBytes(12).toString('base64url')
