import { randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { redisUrl } from '../testing/redis.ts'
import { testClock } from '../testing/test-clock.ts'
import { createMemoryResponseCache, createRedisResponseCache, type ResponseCache } from './answers.ts'

const closing = (answers: ResponseCache) => {
  onTestFinished(() => answers.close())
  return answers
}

const inRedis = (namespace = randomBytes(8).toString('hex'), clock = testClock()) =>
  closing(createRedisResponseCache({ url: redisUrl ?? '', namespace, clock }))

const valueIn = async (answers: ResponseCache, key: string, id = 1) => (await answers.of(id).find(key)).value
async function keep(answers: ResponseCache, key: string, value: unknown, id = 1): Promise<void> {
  await (await answers.of(id).find(key)).keep(value, 60)
}

describe.each([
  ['in memory', false, () => createMemoryResponseCache(testClock())],
  ['in Redis', redisUrl === null, () => inRedis()],
] as const)('cached responses %s', (_, isAbsent, make) => {
  it.skipIf(isAbsent)("are found by key and service until the service's cache is flushed", async () => {
    const answers = make()
    for (const id of [1, 2]) await keep(answers, 'a', { rows: id }, id)
    expect([await valueIn(answers, 'a'), await valueIn(answers, 'b')]).toEqual([{ rows: 1 }, undefined])
    await answers.of(1).outdate()
    expect([await valueIn(answers, 'a'), await valueIn(answers, 'a', 2)]).toEqual([undefined, { rows: 2 }])
    await answers.outdate('all')
    expect(await valueIn(answers, 'a', 2)).toBeUndefined()
  })

  it.skipIf(isAbsent)('are not stored if their source changed in the meantime', async () => {
    const answers = make()
    for (const flushed of [1, 'all'] as const) {
      const found = await answers.of(1).find('a')
      await answers.outdate(flushed)
      await found.keep('old', 60)
      expect(await valueIn(answers, 'a')).toBeUndefined()
    }
    await (await answers.of(1).find('a')).keep('x', 0)
    expect(await valueIn(answers, 'a')).toBeUndefined()
  })
})

describe('responses cached in memory', () => {
  it('expire, and are limited in size', async () => {
    const clock = testClock()
    const answers = createMemoryResponseCache(clock, 10_000)
    for (let number = 0; number < 100; number++) await keep(answers, String(number), 'x'.repeat(100))
    await keep(answers, 'long', 'x'.repeat(10_000))
    const held = []
    for (let number = 0; number < 100; number++) held.push((await valueIn(answers, String(number))) !== undefined)
    expect(held.indexOf(true)).toBeGreaterThan(50)
    expect([held.at(-1), await valueIn(answers, 'long')]).toEqual([true, undefined])
    clock.advance(60)
    expect(await valueIn(answers, '99')).toBeUndefined()
  })
})

describe.skipIf(redisUrl === null)('responses cached in Redis', () => {
  it('are shared by all nodes of an instance, and only by these', async () => {
    const one = inRedis('n1')
    const other = inRedis('n1')
    const stranger = inRedis('n2')
    await one.outdate('all')
    await keep(one, 'a', { number: 1 })
    expect(await valueIn(other, 'a')).toEqual({ number: 1 })
    expect(await valueIn(stranger, 'a')).toBeUndefined()
    await other.outdate(1)
    expect(await valueIn(one, 'a')).toBeUndefined()
  })

  it('count as missing while Redis is unreachable, and stay flushed if they were flushed meanwhile', async () => {
    const sockets = new Set<Socket>()
    const { hostname, port } = new URL(redisUrl ?? '')
    let isAway = false
    const { connect } = await import('node:net')
    const relay = createServer((near) => {
      if (isAway) {
        near.destroy()
        return
      }
      const far = connect(Number(port), hostname)
      for (const each of [near, far]) sockets.add(each.on('error', () => undefined))
      near.pipe(far).pipe(near)
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void relay.close())
    const address = relay.address()
    const at = typeof address === 'object' ? address?.port : 0
    const namespace = randomBytes(8).toString('hex')
    const clock = testClock()
    const answers = closing(createRedisResponseCache({ url: `redis://127.0.0.1:${at}`, namespace, clock }))
    await keep(answers, 'a', 'old')
    expect(await valueIn(answers, 'a')).toBe('old')
    isAway = true
    for (const each of sockets) each.destroy()
    await answers.of(1).outdate()
    expect(await valueIn(answers, 'a')).toBeUndefined()
    isAway = false
    await expect
      .poll(async () => {
        clock.advance(6)
        await keep(answers, 'b', 'new')
        return valueIn(answers, 'b')
      })
      .toBe('new')
    expect(await valueIn(answers, 'a')).toBeUndefined()
  })
})
