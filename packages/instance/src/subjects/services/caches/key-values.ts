import type { KeyValues } from '@millwright/connector/connector'
import { Problem } from '@millwright/contract/problem'
import type { Redis } from 'ioredis'
import type { ServiceParts } from '../../../gateway/service-kind.ts'
import { ByteCache } from '../../../platform/cache.ts'
import type { Clock } from '../../../platform/clock.ts'

const maxBytes = 64 * 1024 * 1024

/** Stores values in the memory of this node; the least recently used are evicted beyond `most` bytes. */
export function createMemoryKeyValues(clock: Clock, most = maxBytes): KeyValues {
  const cache = new ByteCache<string>(clock, most)
  const find = (key: string) => cache.get(key) ?? null

  function put(key: string, value: string, seconds: number | null): void {
    const bytes = 2 * (key.length + value.length)
    if (bytes > cache.largest) throw new Problem(413, 'The value is larger than this cache keeps.')
    cache.set(key, value, { bytes, seconds })
  }

  return {
    get: async (key) => find(key),
    set: async (key, value, seconds) => put(key, value, seconds),
    async add(key, value, seconds) {
      if (find(key) !== null) return false
      put(key, value, seconds)
      return true
    },
    async take(key) {
      const found = find(key)
      cache.delete(key)
      return found
    },
    async close() {
      cache.clear()
    },
  }
}

interface RedisPlace {
  readonly host: string
  readonly port: number
  readonly password: string | null
  readonly database: number
  /** Prefix of each key, as other programs may use the same server. */
  readonly prefix: string
}

/** Returns where the settings of a service store its values. */
export function redisPlace({ row, config }: Pick<ServiceParts, 'row' | 'config'>): RedisPlace {
  const { host, port, password, database_index } = config
  return {
    host: String(host ?? '127.0.0.1'),
    port: Number(port ?? 6379),
    password: typeof password === 'string' ? password : null,
    database: Number(database_index ?? 0),
    prefix: `millwright:values:${row.name.toLowerCase()}:`,
  }
}

/** Timeout of connecting and of each command, in milliseconds. */
const patience = 5_000
/** Milliseconds that a server has to close a connection gracefully; one that hangs never does. */
const farewell = 20

/** Stores values on a Redis server, connecting on the first call; an unreachable one results in a 503 that names it. */
export function createRedisKeyValues({ host, port, password, database, prefix }: RedisPlace): KeyValues {
  let connection: Promise<Redis> | null = null

  async function open(): Promise<Redis> {
    const { Redis } = await import('ioredis')
    const redis = new Redis({
      host,
      port,
      db: database,
      ...(password === null || password === '' ? {} : { password }),
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: () => null,
      connectTimeout: patience,
      commandTimeout: patience,
      disconnectTimeout: farewell,
    })
    // Each failing call reports its own error.
    redis.on('error', () => undefined)
    try {
      await redis.connect()
      if (await isSpread(redis)) {
        throw new Problem(
          503,
          `The Redis server on ${host}:${port} belongs to a Redis Cluster, which is not supported. Name a single Redis server.`,
        )
      }
    } catch (error) {
      redis.disconnect()
      throw error
    }
    return redis
  }

  /** Returns the shared connection, until it ends. */
  function connected(): Promise<Redis> {
    if (connection !== null) return connection
    const opened = open()
    connection = opened
    opened.then(
      (redis) => redis.once('end', () => forget(opened)),
      () => forget(opened),
    )
    return opened
  }

  function forget(ended: Promise<Redis>): void {
    if (connection === ended) connection = null
  }

  async function reach<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    const current = connected()
    try {
      return await work(await current)
    } catch (error) {
      if (error instanceof Problem) throw error
      if (
        error instanceof Error &&
        error.name === 'ReplyError' &&
        !/^(?:NOAUTH|WRONGPASS|ERR invalid password)/.test(error.message)
      ) {
        throw new Problem(400, `The Redis server refused it: ${error.message}.`)
      }
      forget(current)
      // Other commands on this connection would time out as well.
      current.then(
        (redis) => redis.disconnect(),
        () => undefined,
      )
      throw new Problem(503, `The Redis server on ${host}:${port} cannot be used now: it ${reasonOf(error)}.`, {
        cause: error,
      })
    }
  }

  const put = (key: string, value: string, seconds: number | null) => (redis: Redis) =>
    seconds === null ? redis.set(prefix + key, value) : redis.set(prefix + key, value, 'EX', seconds)
  const putNew = (key: string, value: string, seconds: number | null) => (redis: Redis) =>
    seconds === null ? redis.set(prefix + key, value, 'NX') : redis.set(prefix + key, value, 'EX', seconds, 'NX')

  return {
    get: (key) => reach((redis) => redis.get(prefix + key)),
    async set(key, value, seconds) {
      await reach(put(key, value, seconds))
    },
    add: async (key, value, seconds) => (await reach(putNew(key, value, seconds))) !== null,
    async take(key) {
      const replies = await reach((redis) =>
        redis
          .multi()
          .get(prefix + key)
          .del(prefix + key)
          .exec(),
      )
      const [found] = replies ?? []
      return typeof found?.[1] === 'string' ? found[1] : null
    },
    async close() {
      const opened = await connection?.catch(() => null)
      opened?.disconnect()
    },
  }
}

/** Whether the server refuses some keys, as other servers have them. In a cluster of one, it has all. */
async function isSpread(redis: Redis): Promise<boolean> {
  // Servers without a cluster refuse the command, and so may the permissions of a user.
  const info = await redis.cluster('INFO').catch(() => '')
  const [, size = '1'] = /^cluster_size:(\d+)/m.exec(String(info)) ?? []
  return size !== '1'
}

function reasonOf(error: unknown): string {
  const isReply = error instanceof Error && error.name === 'ReplyError'
  return isReply ? 'does not accept the password' : 'does not respond'
}
