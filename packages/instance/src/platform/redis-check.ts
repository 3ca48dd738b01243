import { createRedisClient } from './connections/redis-client.ts'
import type { ReadinessCheck } from './readiness.ts'

/** Milliseconds. */
const patience = 1_500

/** Whether Redis answers. Without it a node goes on, as only calls that a limit concerns need it. */
export function createRedisCheck(url: string): ReadinessCheck & { close(): Promise<void> } {
  const client = createRedisClient({ url, patience })
  const { hostname, port } = new URL(url)
  return {
    name: 'redis',
    needed: false,
    async check() {
      try {
        await client.run((redis) => redis.ping())
        return null
      } catch {
        return `Redis at ${hostname}:${port || 6379} does not answer.`
      }
    },
    close: client.close,
  }
}
