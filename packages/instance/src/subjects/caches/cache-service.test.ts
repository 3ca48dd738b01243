import { describe, expect, it } from 'vitest'
import { redisUrl } from '../../testing/redis.ts'
import { testClock } from '../../testing/test-clock.ts'
import { sharedInstance } from '../../testing/test-instance.ts'
import { createMemoryKeyValues } from './memory-key-values.ts'

const { send, root } = await sharedInstance()
const as = root
for (const [name, type, config] of [
  ['memo', 'cache_local', {}],
  ['redis', 'cache_redis', { host: '127.0.0.1', port: 6379 }],
  ['away', 'cache_redis', { host: '127.0.0.1', port: 9 }],
] as const) {
  const body = { resource: [{ name, type, is_active: true, config }] }
  expect((await send('POST', 'system/service', { as, body })).status).toBe(201)
}

describe.each([
  ['memo', false],
  ['redis', redisUrl === null],
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

  it.skipIf(isAbsent)('refuses what it does not have, or cannot keep', async () => {
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

  it.skipIf(isAbsent)('keeps values by key until they are taken', async () => {
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

it('A Redis that does not answer is a 503 that names it', async () => {
  const { status, body } = await send('GET', 'away/x', { as })
  expect([status, body]).toEqual([503, { error: expect.objectContaining({ message: expect.stringContaining(':9 ') }) }])
})

it('Values in memory grow old, and are no more than may be held', async () => {
  const clock = testClock()
  const values = createMemoryKeyValues(clock, 8_000)
  for (let number = 0; number < 100; number++) await values.set(String(number), 'x'.repeat(100), 60)
  await values.set('good', 'y', null)
  await expect(values.set('long', 'x'.repeat(10_000), 60)).rejects.toMatchObject({ status: 413 })
  expect([await values.get('0'), await values.get('99')]).toEqual([null, 'x'.repeat(100)])
  clock.advance(61)
  expect([await values.get('99'), await values.get('good')]).toEqual([null, 'y'])
})
