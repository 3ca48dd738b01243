import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { expect, it, onTestFinished } from 'vitest'
import { redisUrl } from '../../../testing/redis.ts'
import { createRedisHits } from './redis-counters.ts'

const minute = 60_000

it.skipIf(redisUrl === null)(
  'undoes every request whose response was lost, also if undoing the first one fails at first',
  async () => {
    const redis = new Redis(redisUrl ?? '')
    onTestFinished(() => redis.disconnect())
    const keys = [1, 2, 3].map((n) => `millwright-test:${randomUUID()}:${n}`)
    const hits = createRedisHits(5000)
    const lossy: Redis = Object.create(redis, {
      evalsha: {
        value: async (...given: Parameters<Redis['evalsha']>) => {
          await redis.evalsha(...given)
          throw new Error('The response was lost')
        },
      },
    })
    await hits.connected(redis)
    for (const key of keys) {
      const hit = { key, user: '', rate: 5, period: minute }
      await expect(hits.count(lossy, [hit], Date.now())).rejects.toThrow('lost')
      expect(await redis.hget(key, 'hits:')).toBe('1')
    }

    const failing: Redis = Object.create(redis, {
      eval: { value: () => Promise.reject(new Error('Connection closed')) },
    })
    await expect(hits.connected(failing)).rejects.toThrow('closed')
    await hits.connected(redis)
    expect(await Promise.all(keys.map((key) => redis.hget(key, 'hits:')))).toEqual(['0', '0', '0'])
  },
)
