import { redisPlace } from './connections/new-redis.ts'
import { createRedisClient } from './connections/redis-client.ts'
import type { ReadinessCheck } from './readiness.ts'

/** Milliseconds. */
const patience = 1_500

/** Whether Redis answers. `needed`: a node without it is not ready, and not only calls that a limit concerns need it. */
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
        return `Redis at ${redisPlace(url)} does not respond.`
      }
    },
    close: client.close,
  }
}
