import { Redis } from 'ioredis'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasMemcached, openMemcached } from '../../../testing/counterparts/memcached.ts'
import { hasRedisProgram, openClusterServer, openRedisCluster } from '../../../testing/counterparts/redis-server.ts'
import { fixture } from '../../../testing/fixture.ts'
import { redisUrl } from '../../../testing/redis.ts'
import { useTemplate } from '../../../testing/template-connector.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { createMemoryKeyValues } from './key-values.ts'

const instance = sharedInstance()
const { send, root } = instance
const as = root
const memcached = hasMemcached
  ? fixture(
      () => openMemcached(),
      ({ close }) => close(),
    )
  : null
const template = fixture(
  () => useTemplate(instance, 'cache', 'suite-cache'),
  ({ close }) => close(),
)
beforeAll(async () => {
  for (const [name, type, config] of [
    ['memo', 'cache_local', {}],
    ['redis', 'cache_redis', { host: '127.0.0.1', port: 6379 }],
    ['away', 'cache_redis', { host: '127.0.0.1', port: 9 }],
    ['memcached', 'cache_memcached', { host: '127.0.0.1', port: memcached?.port ?? 9 }],
    ['memcached-away', 'cache_memcached', { host: '127.0.0.1', port: 9 }],
    ['template', template.type, {}],
  ] as const) {
    const body = { resource: [{ name, type, is_active: true, config }] }
    expect((await send('POST', 'system/service', { as, body })).status).toBe(201)
  }
})

describe.each([
  ['memo', false],
  ['redis', redisUrl === null],
  ['memcached', memcached === null],
  ['template', false],
])('a cache service: %s', (service, isAbsent) => {
  const key = `test-${process.pid}`
  const call = async (verb: string, path: string, body?: unknown) => {
    const { status, body: answer } = await send(verb, `${service}/${path}`, {
      as,
      ...(body === undefined ? {} : { body }),
    })
    return [status, answer] as const
  }
  const refused = (code: number) => [code, { error: expect.objectContaining({ code }) }]

  it.skipIf(isAbsent)('rejects unknown resources, and values that it cannot store', async () => {
    expect(await call('GET', '')).toEqual(refused(400))
    expect(await call('DELETE', '')).toEqual(refused(400))
    expect(await call('POST', '', [1])).toEqual(refused(400))
    expect(await call('GET', `${key}-none`)).toEqual(refused(404))
    expect(await call('PUT', key)).toEqual(refused(400))
    expect(await call('PUT', `${key}?ttl=-1`, 1)).toEqual(refused(400))
    expect(await call('PUT', `${key}?ttl=soon`, 1)).toEqual(refused(400))
    expect(await call('PUT', 'x'.repeat(600), 1)).toEqual(refused(400))
    expect(await call('DELETE', `${key}-none`)).toEqual([200, { success: false }])
  })

  it.skipIf(isAbsent)('stores values by key until they are taken', async () => {
    const value = { list: [1, 'two', null], __proto__: null }
    expect(await call('POST', `${key}?ttl=1`, value)).toEqual([201, { [key]: { list: [1, 'two', null] } }])
    expect(await call('POST', `${key}?ttl=1`, 2)).toEqual(refused(400))
    expect(await call('GET', key)).toEqual([200, { list: [1, 'two', null] }])
    const headers = { 'content-type': 'text/plain' }
    expect(await send('PUT', `${service}/${key}?ttl=1`, { as, headers, body: 'text' })).toMatchObject({
      status: 200,
      body: { [key]: 'text' },
    })
    expect(await call('GET', `${key}?clear=true`)).toEqual([200, 'text'])
    expect(await call('GET', `${key}?default=else`)).toEqual([200, 'else'])
    expect(await call('PUT', '?ttl=1', { [key]: 1, [`${key}/b`]: 2 })).toEqual([200, { success: true }])
    expect(await call('GET', `${key}/b`)).toEqual([200, 2])
    for (const each of [key, `${key}/b`]) expect(await call('DELETE', each)).toEqual([200, { success: true }])
    expect(await call('GET', '?as_access_list=true')).toEqual([200, { resource: ['', '*'] }])
  })
})

it.each(['away', 'memcached-away'])('an unresponsive server results in a 503 that names it: %s', async (service) => {
  const { status, body } = await send('GET', `${service}/x`, { as })
  expect([status, body]).toEqual([503, { error: expect.objectContaining({ message: expect.stringContaining(':9 ') }) }])
})

it.skipIf(!hasRedisProgram)(
  'refuses one of several servers of a Redis Cluster with the reason, and uses the only one',
  async () => {
    const both = await openRedisCluster()
    onTestFinished(both.close)
    const alone = await openClusterServer()
    onTestFinished(alone.close)
    const redis = new Redis(alone.url)
    onTestFinished(() => redis.disconnect())
    await redis.cluster('ADDSLOTSRANGE', 0, 16_383)
    await expect.poll(() => redis.cluster('INFO')).toContain('cluster_state:ok')
    const make = async (name: string, url: string) => {
      const { hostname: host, port } = new URL(url)
      const service = { name, type: 'cache_redis', is_active: true, config: { host, port: Number(port) } }
      const { body } = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as, body: service })
      const checked = { id: body.resource[0].id, config: {} }
      return (await send('POST', 'system/service_check', { as, body: checked })).body
    }

    const reason = `The Redis server on ${new URL(both.url).host} belongs to a Redis Cluster, which is not supported. Name a single Redis server.`
    expect(await make('both', both.url)).toMatchObject({ success: false, reason })
    const refused = await send('PUT', 'both/one', { as, body: [1] })
    expect(refused).toMatchObject({ status: 503, body: { error: { message: reason } } })
    expect(await make('alone', alone.url)).toMatchObject({ success: true })
    expect((await send('PUT', 'alone/one', { as, body: [1] })).status).toBe(200)
    expect((await send('GET', 'alone/one?clear=true', { as })).body).toEqual([1])
  },
)

it.each([
  ['redis', redisUrl === null, true],
  ['memcached', memcached === null, true],
  ['away', false, false],
  ['memcached-away', false, false],
])('settings are tested before they are saved: %s', async (service, isAbsent, success) => {
  if (isAbsent) return
  const { body } = await send<{ resource: [{ id: number }] }>('GET', `system/service?filter=name=${service}`, { as })
  const id = body.resource[0].id
  expect(await send('POST', 'system/service_check', { as, body: { id, config: {} } })).toMatchObject({
    body: { success },
  })
})

it.skipIf(memcached === null)(
  'Memcached stores keys of any length and characters, and rejects values that are too long for it',
  async () => {
    const call = (verb: string, path: string, body?: unknown) =>
      send(verb, `memcached/${path}`, { as, ...(body !== undefined && { body }) })
    for (const key of ['a b\r\nflush_all', '#x', 'ü'.repeat(400)]) {
      const path = encodeURIComponent(key)
      expect(await call('PUT', `${path}?ttl=50000`, [key])).toMatchObject({ status: 200 })
      expect(await call('GET', path)).toMatchObject({ status: 200, body: [key] })
      expect(await call('DELETE', path)).toMatchObject({ body: { success: true } })
    }
    expect(await call('PUT', 'long', ['x'.repeat(2_000_000)])).toMatchObject({ status: 413 })
    const all = await Promise.all(Array.from({ length: 50 }, (_, at) => call('PUT', `many${at}?ttl=1`, at)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(50)
    expect((await call('GET', 'many49')).body).toBe(49)
  },
)

it('values in memory expire, and are limited in total size', async () => {
  const clock = testClock()
  const values = createMemoryKeyValues(clock, 8_000)
  for (let number = 0; number < 100; number++) await values.set(String(number), 'x'.repeat(100), 60)
  await values.set('good', 'y', null)
  await expect(values.set('long', 'x'.repeat(10_000), 60)).rejects.toMatchObject({ status: 413 })
  expect([await values.get('0'), await values.get('99')]).toEqual([null, 'x'.repeat(100)])
  clock.advance(61)
  expect([await values.get('99'), await values.get('good')]).toEqual([null, 'y'])
})
