import type { Redis } from 'ioredis'
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
