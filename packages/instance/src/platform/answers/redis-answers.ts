import { randomBytes } from 'node:crypto'
import { parseExact } from '@millwright/contract/wire/exact-json'
import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'
import { createRedisClient, execPipeline } from '../connections/redis-client.ts'
import { digest } from '../digest.ts'
import type { FoundAnswer, ResponseCache } from './answers.ts'

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
