import { expect, it } from 'vitest'
import { isRedisAddress, newRedis, redisHost } from './redis.ts'

it.each(['http://one', 'redis+sentinel:///group', 'redis+sentinel://,/group', ''])('rejects %j', (address) => {
  expect(isRedisAddress(address)).toBe(false)
})

it('connects to the primary of a group, with credentials that contain colons', async () => {
  const address = 'redis+sentinel://ann:a:b%3Ac@one:5000,[::1]/main/2?sentinel_password=x%3Ay'
  expect(isRedisAddress(address)).toBe(true)
  const redis = await newRedis(address, { lazyConnect: true })
  expect(redis.options).toMatchObject({
    sentinels: [
      { host: 'one', port: 5000 },
      { host: '::1', port: 26_379 },
    ],
    name: 'main',
    db: 2,
    username: 'ann',
    password: 'a:b:c',
    sentinelPassword: 'x:y',
  })
  expect(redisHost(address)).not.toContain('a:b')
})
