import { expect, onTestFinished, test } from 'vitest'
import { hasRedisProgram, openRedisCluster, openRedisServer } from '../../testing/counterparts/redis-server.ts'
import { createRedisCheck, refuseRedisCluster } from './redis.ts'

const sentence =
  /^Redis at 127\.0\.0\.1:\d+ is a Redis Cluster, which is not supported\. Name a single Redis, or one monitored by Sentinel, with MILLWRIGHT_REDIS_URL\.$/

test.skipIf(!hasRedisProgram)('a Redis Cluster is refused, at the start and when it appears later', async () => {
  const cluster = await openRedisCluster()
  onTestFinished(cluster.close)
  await expect(refuseRedisCluster(cluster.url)).rejects.toThrow(sentence)
  const check = createRedisCheck(cluster.url, true)
  onTestFinished(check.close)
  expect(await check.check()).toMatch(sentence)
})

test.skipIf(!hasRedisProgram)(
  'a single Redis is not refused, nor one that is down, or does not tell what it is',
  async () => {
    const redis = await openRedisServer(['--user', 'default', 'on', 'nopass', '~*', '&*', '+@all', '-info'])
    onTestFinished(redis.close)
    await refuseRedisCluster(redis.url)
    const check = createRedisCheck(redis.url, true)
    onTestFinished(check.close)
    expect(await check.check()).toBeNull()
    await redis.crash()
    await refuseRedisCluster(redis.url)
    expect(await check.check()).toMatch(/^Redis at \S+ does not respond\.$/)
  },
)
