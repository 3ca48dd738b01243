import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Relay, relayTo } from '../../../platform/connections/relay.ts'
import { redisUrl } from '../../../testing/redis.ts'
import { openTestStore } from '../../../testing/test-store.ts'
import { type Counters, createMemoryCounters, createPostgresCounters, type Hit } from './counters.ts'
import { failOpen } from './limits.ts'
import { createRedisCounters } from './redis-counters.ts'

/** The same counters as seen by two nodes. Within one process, both are the same object. */
interface Place {
  readonly one: Counters
  readonly other: Counters
  close(): Promise<void>
}

const kinds = ['memory', 'postgres', 'redis'] as const

const places: Record<(typeof kinds)[number], () => Promise<Place>> = {
  async memory() {
    const counters = createMemoryCounters()
    return { one: counters, other: counters, close: counters.close }
  },
  async postgres() {
    const test = await openTestStore('postgres')
    return { one: createPostgresCounters(test.store), other: createPostgresCounters(test.store), close: test.close }
  },
  async redis() {
    const one = createRedisCounters(redisUrl ?? '')
    const other = createRedisCounters(redisUrl ?? '')
    return { one, other, close: () => Promise.all([one.close(), other.close()]).then(() => undefined) }
  },
}

describe.each(kinds)('counters on %s', (kind) => {
  describe.skipIf(kind === 'redis' && redisUrl === null)('as limits need them', () => {
    const period = 60_000
    const start = Date.now()
    let place: Place
    let made = 0
    beforeAll(async () => {
      place = await places[kind]()
    })
    afterAll(() => place.close())

    function counter(rate: number, user = '') {
      made += 1
      const hit: Hit = { key: `test.${process.pid}.${start}.${made}`, user, rate, period }
      return {
        hit,
        send: async (now: number, of: Counters = place.one) => (await of.hit([hit], now))[0],
        read: async (now: number) => (await place.other.read([hit], now))[0],
      }
    }
    const passed = { over: false, until: 0 }

    it('lets no request pass at a rate of 0', async () => {
      const { send, read } = counter(0)
      expect(await send(start)).toEqual({ over: true, until: start + period })
      expect(await read(start)).toEqual({ hits: 0, locked: true })
    })

    it('locks for one period after the first excess request, and does not count further ones', async () => {
      const { send, read } = counter(2)
      for (let at = 0; at < 2; at++) expect(await send(start + at)).toEqual(passed)
      const until = start + 30_000 + period
      expect(await send(start + 30_000)).toEqual({ over: true, until })
      expect(await send(until - 1, place.other)).toEqual({ over: true, until })
      expect(await send(until)).toEqual(passed)
      expect(await read(until)).toEqual({ hits: 1, locked: false })
    })

    it('starts a window with its first request', async () => {
      const { send, read } = counter(2)
      await send(start)
      await send(start + period - 1)
      expect(await read(start + period - 1)).toEqual({ hits: 2, locked: false })
      expect(await read(start + period)).toEqual({ hits: 0, locked: false })
      expect(await send(start + period)).toEqual(passed)
      expect(await read(start + period)).toEqual({ hits: 1, locked: false })
    })

    it('lets exactly the allowed number of concurrent requests from two nodes pass', async () => {
      const { send } = counter(40)
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, at) => send(start, at % 2 === 0 ? place.one : place.other)),
      )
      expect(answers.filter((answer) => answer?.over === false)).toHaveLength(40)
    })

    it('does not lock longer when the clock is set back', async () => {
      const { send } = counter(1)
      const ahead = start + 10 * period
      expect([await send(ahead), await send(ahead)]).toEqual([passed, { over: true, until: ahead + period }])
      expect(await send(ahead - 10)).toEqual({ over: true, until: ahead + period })
      expect([await send(start), await send(start)]).toEqual([passed, { over: true, until: start + period }])
    })

    it('counts users separately, and in several counters at once', async () => {
      const { hit } = counter(1, '7')
      const other = counter(5).hit
      const both = async (user: string) =>
        (await place.one.hit([{ ...hit, user }, other], start)).map(({ over }) => over)
      expect(await both('7')).toEqual([false, false])
      expect(await both('8')).toEqual([false, false])
      expect(await both('7')).toEqual([true, false])
      expect(await place.other.read([other], start)).toEqual([{ hits: 3, locked: false }])
    })

    it('can be unlocked and reset', async () => {
      const { hit, send, read } = counter(1, '7')
      await send(start)
      await send(start)
      await place.other.unlock([hit.key])
      expect(await read(start)).toEqual({ hits: 0, locked: false })
      expect(await send(start)).toEqual(passed)
      await place.other.clear([hit.key])
      expect(await send(start)).toEqual(passed)
    })
  })
})

describe.skipIf(redisUrl === null)('a Redis that is temporarily unreachable', () => {
  async function behindRelay(rate: number) {
    const { hostname, port } = new URL(redisUrl ?? '')
    const relay = await relayTo(hostname, Number(port))
    onTestFinished(relay.close)
    const counters = createRedisCounters(`redis://127.0.0.1:${relay.port}`)
    const direct = createRedisCounters(redisUrl ?? '')
    onTestFinished(async () => {
      await Promise.all([counters.close(), direct.close()])
    })
    const hit: Hit = { key: `test.${randomUUID()}`, user: '', rate, period: 60_000 }
    const now = Date.now()
    const send = async () => (await counters.hit([hit], now))[0]?.over
    const outcomes = (count: number) =>
      Promise.all(Array.from({ length: count }, () => send().catch(({ status, headers }) => ({ status, headers }))))
    const counted = async () => (await direct.read([hit], now))[0]
    /** Waits until Redis is reachable again, without counting. */
    const back = () =>
      expect
        .poll(async () =>
          Promise.resolve(counters.read([hit], now)).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true)
    return { relay, send, outcomes, counted, back }
  }
  const refused = { status: 503, headers: { 'Retry-After': '1' } }

  it.each([
    ['is cut off', (relay: Relay) => relay.shut()],
    ['hangs', (relay: Relay) => relay.hang()],
    ['takes longer than anybody waits', (relay: Relay) => relay.slow(700)],
    ['breaks off its answers', (relay: Relay) => relay.truncateResponses()],
  ])('and %s rejects with 503 the requests that it cannot count, which stay uncounted', async (_, fault) => {
    const { relay, send, outcomes, counted, back } = await behindRelay(150)
    for (let count = 0; count < 20; count += 1) expect(await send()).toBe(false)
    await fault(relay)
    // Some of the requests in progress may still succeed.
    const underWay = await outcomes(120)
    const passed = underWay.filter((outcome) => outcome === false).length
    expect(underWay.filter((outcome) => outcome !== false)).toEqual(Array.from({ length: 120 - passed }, () => refused))
    expect(await outcomes(20)).toEqual(Array.from({ length: 20 }, () => refused))
    await relay.open()
    await back()
    expect(await counted()).toEqual({ hits: 20 + passed, locked: false })
    expect(passed).toBeLessThan(120)
    expect(await send()).toBe(false)
  })

  it('and merely slow still counts', async () => {
    const { relay, outcomes, counted } = await behindRelay(5)
    relay.slow(20)
    expect((await outcomes(8)).filter((over) => over === false)).toHaveLength(5)
    expect(await counted()).toMatchObject({ locked: true })
  })
})

it('rejects requests that an unreachable Redis cannot count, unless configured to let them pass', async () => {
  const counters = createRedisCounters('redis://127.0.0.1:9')
  const hit = { key: 'away', user: '', rate: 5, period: 1000 }
  await expect((async () => counters.hit([hit], Date.now()))()).rejects.toMatchObject({ status: 503 })
  expect(await failOpen(counters).hit([hit], Date.now())).toEqual([{ over: false, until: 0 }])
  await counters.close()
})
