import type { ChainableCommander, Redis } from 'ioredis'
import { newRedis } from './new-redis.ts'

export interface RedisClient {
  /**
   * Does work on the connection. Rejects at once while Redis is away, as nothing is queued; after the client's patience when it does not
   * answer. What got no answer is never sent again.
   */
  run<T>(work: (redis: Redis) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface RedisClientOptions {
  readonly url: string
  /** Milliseconds for a connection, and for an answer. */
  readonly patience: number
  /** What each new connection has to do before it is used. */
  readonly connected?: (redis: Redis) => Promise<void>
}

/** Milliseconds from a lost connection to the next attempt. */
const retryAfter = 200
/** Milliseconds for a server to let go of a connection, which one that hangs does not. */
const farewell = 20

/** A connection to Redis that is made by the first call, and made again without end when it is lost. */
export function createRedisClient({ url, patience, connected }: RedisClientOptions): RedisClient {
  let opened: Promise<Redis> | null = null
  let isReady = false
  let isClosed = false

  async function open(): Promise<Redis> {
    const redis = await newRedis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => retryAfter,
      connectTimeout: patience,
      disconnectTimeout: farewell,
      commandTimeout: patience,
    })
    const { promise: firstAttempt, resolve: firstAttempted } = Promise.withResolvers<void>()
    let greeting: NodeJS.Timeout | undefined
    // Every call that fails says so itself.
    redis.on('error', () => undefined)
    redis.on('connect', () => {
      greeting = setTimeout(() => redis.disconnect(true), patience).unref()
    })
    redis.on('close', () => {
      clearTimeout(greeting)
      isReady = false
      firstAttempted()
    })
    // Where no Sentinel answers; a server that is away is tried again without an end.
    redis.on('end', () => {
      firstAttempted()
      if (!isClosed) setTimeout(() => redis.connect().catch(() => undefined), retryAfter).unref()
    })
    redis.on('ready', () => {
      clearTimeout(greeting)
      void prepare(redis).then(firstAttempted)
    })
    redis.connect().catch(() => undefined)
    await firstAttempt
    return redis
  }

  async function prepare(redis: Redis): Promise<void> {
    try {
      await connected?.(redis)
      isReady = redis.status === 'ready'
    } catch {
      redis.disconnect(true)
    }
  }

  return {
    async run(work) {
      opened ??= open()
      const redis = await opened
      if (!isReady) throw new Error('Redis is away')
      try {
        return await work(redis)
      } catch (error) {
        // What else waits on this connection would wait as long.
        if (isSilence(error) && isReady) {
          isReady = false
          redis.disconnect(true)
        }
        throw error
      }
    },
    async close() {
      isClosed = true
      const redis = await opened
      redis?.disconnect()
    },
  }
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Command timed out'
}

/** The answers to the commands of a pipeline; rejects when one of them failed, which the pipeline itself tells beside the answers. */
export async function whole(pipeline: ChainableCommander): Promise<unknown[]> {
  const replies = await pipeline.exec()
  if (replies === null) throw new Error('The connection was lost')
  return replies.map(([error, answer]) => {
    if (error !== null) throw error
    return answer
  })
}
