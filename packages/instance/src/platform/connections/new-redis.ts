import type { Redis, RedisOptions } from 'ioredis'

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
