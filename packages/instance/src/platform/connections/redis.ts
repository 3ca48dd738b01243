import type { ChainableCommander, Redis, RedisOptions } from 'ioredis'
import type { ReadinessCheck } from '../readiness.ts'

type RedisSettings = Omit<RedisOptions, 'replyMapping'>

const sentinelAddress =
  /^(redis|rediss)\+sentinel:\/\/(?:([^@/]*)@)?([^/?#]+)\/([^/?#]+)(?:\/(\d{1,4}))?(?:\?([^#]*))?$/

/** Returns whether the text is a valid address of Redis. */
export function isRedisAddress(address: string): boolean {
  if (sentinelAddress.test(address)) return groupOf(address) !== null
  const protocol = URL.parse(address)?.protocol
  return protocol === 'redis:' || protocol === 'rediss:'
}

/** Returns host and port of an address for messages, without user names and passwords. */
export function redisHost(address: string): string {
  const [, , , hosts, name] = sentinelAddress.exec(address) ?? []
  if (hosts !== undefined) return `${name} behind the Sentinels ${hosts}`
  const { hostname, port } = new URL(address)
  return `${hostname}:${port || 6379}`
}

/**
 * Returns a client that is not connected yet. `address`: `redis://…`, `rediss://…`, or a group monitored by Sentinels as
 * `redis+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/GROUP/DATABASE?sentinel_password=…`, where everything but hosts and group is
 * optional. Connections go to the primary of the group.
 */
export async function newRedis(address: string, options: RedisSettings): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const group = groupOf(address)
  return group === null ? new Redis(address, options) : new Redis({ ...group, ...options })
}

/** Returns `null` for the address of a single server and for an invalid address. */
function groupOf(address: string): RedisSettings | null {
  const [, scheme, user = '', hosts = '', name = '', database = '0', query] = sentinelAddress.exec(address) ?? []
  if (scheme === undefined) return null
  const places = hosts.split(',').map((host) => URL.parse(`redis://${host}`))
  const sentinels = places.flatMap((place) =>
    place === null || place.hostname === ''
      ? []
      : [{ host: place.hostname.replace(/^\[|\]$/g, ''), port: Number(place.port) || 26_379 }],
  )
  if (sentinels.length < places.length) return null
  const [username = '', ...parts] = user.split(':')
  const password = decodeURIComponent(parts.join(':'))
  const sentinelPassword = new URLSearchParams(query).get('sentinel_password') ?? ''
  const tls = scheme === 'rediss' ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}
  return {
    ...tls,
    sentinels,
    name: decodeURIComponent(name),
    db: Number(database),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password }),
    ...(sentinelPassword !== '' && { sentinelPassword }),
    // The caller retries, or reports that no connection is available.
    sentinelRetryStrategy: () => null,
    sentinelCommandTimeout: 500,
  }
}

/** Timeout in milliseconds. */
const patience = 1_500

/** Checks that Redis responds. `needed`: the node is not ready without Redis; otherwise only calls under a limit depend on it. */
export function createRedisCheck(url: string, needed: boolean): ReadinessCheck & { close(): Promise<void> } {
  const client = createRedisClient({ url, patience })
  return {
    name: 'redis',
    needed,
    async check() {
      try {
        return await client.run(async (redis) => {
          await redis.ping()
          return (await isCluster(redis)) ? clusterSentence(url) : null
        })
      } catch {
        return `Redis at ${redisHost(url)} does not respond.`
      }
    },
    close: client.close,
  }
}

/**
 * Finds what no later attempt would change.
 * @throws a sentence for the operator; not if Redis does not respond, as a node also starts while it is down
 */
export async function refuseRedisCluster(url: string): Promise<void> {
  const client = createRedisClient({ url, patience })
  const found = await client.run(isCluster).catch(() => false)
  await client.close()
  if (found) throw new Error(clusterSentence(url))
}

/** Commands with several keys, as counters need them, are only accepted by a cluster if one server has all of the keys. */
async function isCluster(redis: Redis): Promise<boolean> {
  // A user of Redis may be denied the command.
  const info = await redis.info('cluster').catch(() => '')
  return info.includes('cluster_enabled:1')
}

const clusterSentence = (url: string) =>
  `Redis at ${redisHost(url)} is a Redis Cluster, which is not supported. Name a single Redis, or one monitored by Sentinel, with MILLWRIGHT_REDIS_URL.`

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
