import { createHash, randomBytes } from 'node:crypto'
import { parseExact } from '@millwright/contract/wire/exact-json'
import type { Redis } from 'ioredis'
import type { Clock } from '../../clock.ts'
import type { Answers, FoundAnswer } from './answers.ts'

interface RedisAnswersOptions {
  readonly url: string
  /** Keeps instances apart that share a Redis; the same on all nodes of one. */
  readonly namespace: string
  readonly clock: Clock
}

/** Characters of one answer. */
const longest = 4 * 1024 * 1024
/** Milliseconds for which a Redis that failed is left alone. */
const pause = 5_000
const stateSeconds = 7 * 24 * 3600

/**
 * Answers that all nodes with the same Redis share. An answer counts while the random states of its service and of all services, which are kept
 * beside it, are those that it was made under. While Redis is away nothing is found, and what was outdated meanwhile stays so.
 */
export function createRedisAnswers({ url, namespace, clock }: RedisAnswersOptions): Answers {
  const prefix = `millwright:answers:${namespace}:`
  const stateOf = (serviceId: number | 'all') => `${prefix}state:${serviceId}`
  const unsettled = new Set<number | 'all'>()
  let connection: Promise<Redis> | null = null
  let awayUntil = 0

  /** Null while it is away. */
  async function reach<T>(work: (redis: Redis) => Promise<T>): Promise<T | null> {
    if (clock() < awayUntil) return null
    try {
      connection ??= open(url)
      return await work(await connection)
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
      return whole(await setting.exec())
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
    const name = `${prefix}${serviceId}:${createHash('sha256').update(key).digest('base64url')}`
    const read = await reach(async (redis) => {
      const reading = redis.pipeline()
      for (const each of ['all', serviceId] as const) {
        reading.set(stateOf(each), newState(), 'EX', stateSeconds, 'NX')
      }
      const answers = whole(await reading.mget(stateOf('all'), stateOf(serviceId), name).exec())
      return answers.at(-1)?.[1]
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
    async close() {
      const opened = await connection?.catch(() => null)
      opened?.disconnect()
    },
  }
}

const nothing: FoundAnswer = { value: undefined, keep: () => undefined }
const newState = () => randomBytes(12).toString('base64url')

type Replies = readonly (readonly [Error | null, unknown])[]

/** A pipeline tells failures beside its answers. */
function whole(replies: Replies | null): Replies {
  const failed =
    replies === null ? new Error('The connection was lost.') : replies.find(([error]) => error !== null)?.[0]
  if (failed) throw failed
  return replies ?? []
}

/** Loaded only where it is configured; a request waits for it no longer than a moment. */
async function open(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    commandTimeout: 500,
  })
  // Every call that fails says so itself.
  redis.on('error', () => undefined)
  return redis
}
