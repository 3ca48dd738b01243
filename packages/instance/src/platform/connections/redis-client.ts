import type { ChainableCommander, Redis } from 'ioredis'
import { newRedis } from './new-redis.ts'

export interface RedisClient {
  /**
   * Runs work on the connection. Rejects immediately while Redis is unreachable, since commands are not queued, and after `patience` if
   * it does not respond. Commands without a response are never sent again.
   */
  run<T>(work: (redis: Redis) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface RedisClientOptions {
  readonly url: string
  /** Timeout of connecting and of each command, in milliseconds. */
  readonly patience: number
  /** Runs on each new connection before it is used. */
  readonly connected?: (redis: Redis) => Promise<void>
}

/** Milliseconds between losing the connection and the next attempt. */
const retryAfter = 200
/** Milliseconds that a server has to close a connection gracefully; one that hangs never does. */
const closeTimeout = 20

/** Creates a client that connects on the first call and reconnects indefinitely after a loss. */
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
      disconnectTimeout: closeTimeout,
      commandTimeout: patience,
    })
    const { promise: firstAttempt, resolve: firstAttempted } = Promise.withResolvers<void>()
    let greeting: NodeJS.Timeout | undefined
    // Each failing call reports its own error.
    redis.on('error', () => undefined)
    redis.on('connect', () => {
      greeting = setTimeout(() => redis.disconnect(true), patience).unref()
    })
    redis.on('close', () => {
      clearTimeout(greeting)
      isReady = false
      firstAttempted()
    })
    // Emitted if no Sentinel responds; for a single server, ioredis reconnects indefinitely.
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
        // Other commands on this connection would time out as well.
        if (isTimeout(error) && isReady) {
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

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Command timed out'
}

/** Returns the results of a pipeline's commands; rejects if one failed, which the pipeline itself reports only next to the results. */
export async function execPipeline(pipeline: ChainableCommander): Promise<unknown[]> {
  const replies = await pipeline.exec()
  if (replies === null) throw new Error('The connection was lost')
  return replies.map(([error, answer]) => {
    if (error !== null) throw error
    return answer
  })
}
