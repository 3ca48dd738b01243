import { redisHost } from './connections/new-redis.ts'
import { createRedisClient } from './connections/redis-client.ts'
import type { ReadinessCheck } from './readiness.ts'

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
        await client.run((redis) => redis.ping())
        return null
      } catch {
        return `Redis at ${redisHost(url)} does not respond.`
      }
    },
    close: client.close,
  }
}
