import { randomUUID } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { redisUrl } from '../../../testing/redis.ts'
import { openTestStore } from '../../../testing/test-store.ts'
import { zeroKeys } from '../../../testing/zero-keys.ts'
import { createMemoryFailures, type LoginFailures } from './login-failures/login-failures.ts'
import { createPostgresFailures } from './login-failures/postgres-failures.ts'
import { createRedisFailures } from './login-failures/redis-failures.ts'
import { createThrottle, networkOf } from './throttle.ts'

const keys = zeroKeys

const limits = { account: { count: 3, seconds: 300 }, address: { count: 10, seconds: 300 } }

type Kind = 'memory' | 'PostgreSQL' | 'Redis'

const places: Record<Kind, () => Promise<LoginFailures>> = {
  memory: async () => createMemoryFailures(),
  async PostgreSQL() {
    const { store, close } = await openTestStore('postgres')
    return { ...createPostgresFailures(store), close }
  },
  Redis: async () => createRedisFailures(redisUrl ?? ''),
}

const kinds: readonly Kind[] = redisUrl === null ? ['memory', 'PostgreSQL'] : ['memory', 'PostgreSQL', 'Redis']

describe.each(kinds)('throttling of logins with %s', (kind) => {
  const shared = fixture(places[kind], ({ close }) => close())

  function setUp() {
    let now = 1_000_000
    const failures = kind === 'memory' ? createMemoryFailures() : shared
    const parts = { limits, clock: () => now, failures, keys, scope: randomUUID() }
    const throttle = createThrottle(parts)
    const fails = async (account: string, address: string, times = 1) => {
      for (let time = 0; time < times; time++) await throttle.attempt(account, address)
    }
    const refusal = async (account: string, address: string): Promise<Problem | null> => {
      try {
        await (await throttle.attempt(account, address)).succeeded()
        return null
      } catch (error) {
        if (error instanceof Problem) return error
        throw error
      }
    }
    const pass = (seconds: number) => {
      now += seconds * 1000
    }
    return { throttle, fails, refusal, pass, other: createThrottle(parts) }
  }

  it('rejects attempts at the account after its failures, with the seconds left', async () => {
    const { fails, refusal, pass } = setUp()
    await fails('ann@example.org', '10.0.0.1', 3)
    pass(100.5)
    expect(await refusal('ann@example.org', '10.0.0.1')).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '200' },
    })
    expect((await refusal(' ANN@example.org', '10.0.0.1'))?.status).toBe(429)
  })

  it('is not extended by further attempts, and ends', async () => {
    const { fails, refusal, pass } = setUp()
    await fails('ann', '10.0.0.1', 3)
    pass(299)
    expect((await refusal('ann', '10.0.0.1'))?.headers).toEqual({ 'Retry-After': '1' })
    pass(1)
    expect(await refusal('ann', '10.0.0.1')).toBeNull()
  })

  it('counts attempts in progress', async () => {
    const { throttle, refusal } = setUp()
    for (let concurrent = 0; concurrent < 3; concurrent++) await throttle.attempt('ann', '10.0.0.1')
    expect((await refusal('ann', '10.0.0.1'))?.status).toBe(429)
  })

  it('counts the attempts of all nodes together', async () => {
    const { throttle, other, refusal } = setUp()
    const tries = [throttle, other, throttle, other].map((node) => node.attempt('ann', '10.0.0.1'))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect((await refusal('ann', '10.0.0.1'))?.status).toBe(429)
  })

  it('counts concurrent attempts and successes from everywhere', async () => {
    const { throttle, other } = setUp()
    const one = async (number: number) => {
      const attempt = await [throttle, other][number % 2]?.attempt('ann', `10.0.0.${number % 5}`)
      await attempt?.succeeded()
    }
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, number) => one(number)))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 429 })
    }
  })

  it('rejects an address that tries many accounts, also within one IPv6 network', async () => {
    const { fails, refusal } = setUp()
    for (let host = 1; host <= 10; host++) await fails(`account-${host}`, `2001:db8::${host}`)
    expect((await refusal('ann', '2001:db8::ffff'))?.status).toBe(429)
    expect(await refusal('ann', '2001:db8:0:1::1')).toBeNull()
  })

  it('is not reset for an address by logging in to its own account', async () => {
    const { fails, refusal } = setUp()
    for (let victim = 1; victim <= 9; victim++) {
      await fails(`victim-${victim}`, '10.0.0.1')
      expect(await refusal('own', '10.0.0.1')).toBeNull()
    }
    await fails('victim-10', '10.0.0.1')
    expect((await refusal('own', '10.0.0.1'))?.status).toBe(429)
  })

  it('does not let others lock an account for its owner in another network', async () => {
    const { fails, refusal } = setUp()
    await fails('ann', '10.0.0.1', 3)
    expect(await refusal('ann', '10.0.0.2')).toBeNull()
  })

  it('slows down attempts from many networks, but not from a network with a previous login', async () => {
    const { fails, refusal } = setUp()
    expect(await refusal('ann', '10.9.9.9')).toBeNull()
    for (let network = 1; network <= 10; network++) await fails('ann', `10.0.0.${network}`, 3)
    expect((await refusal('ann', '10.0.1.1'))?.status).toBe(429)
    expect(await refusal('ann', '10.9.9.9')).toBeNull()
  })

  it('resets an account’s failures after a login', async () => {
    const { fails, refusal } = setUp()
    await fails('ann', '10.0.0.1', 2)
    expect(await refusal('ann', '10.0.0.1')).toBeNull()
    await fails('ann', '10.0.0.1', 2)
    expect(await refusal('ann', '10.0.0.1')).toBeNull()
  })

  it('counts a password that a client tries at both endpoints once, and every other attempt', async () => {
    const { throttle, refusal } = setUp()
    for (const secret of ['one', 'two', 'three']) {
      await throttle.attempt('ann', '10.0.0.1', { endpoint: 'user', secret })
      await throttle.attempt('ann', '10.0.0.1', { endpoint: 'admin', secret })
    }
    expect((await refusal('ann', '10.0.0.1'))?.status).toBe(429)
    const other = setUp()
    for (let time = 0; time < 3; time++)
      await other.throttle.attempt('ann', '10.0.0.1', { endpoint: 'user', secret: 'one' })
    expect((await other.refusal('ann', '10.0.0.1'))?.status).toBe(429)
  })

  it.each([429, 503])('does not count attempts rejected with %i before the secret was checked', async (status) => {
    const { throttle, fails, refusal } = setUp()
    const refuse = () => Promise.reject(new Problem(status, 'Not now.'))
    for (let time = 0; time < 12; time++) {
      const attempt = await throttle.attempt('ann', '10.0.0.1', { endpoint: 'user', secret: `${time}` })
      await expect(attempt.check(refuse)).rejects.toMatchObject({ status })
    }
    // An unchecked secret is not free at the other endpoint either.
    await throttle.attempt('ann', '10.0.0.1', { endpoint: 'admin', secret: '11' })
    await fails('ann', '10.0.0.1', 2)
    expect((await refusal('ann', '10.0.0.1'))?.status).toBe(429)
  })

  it('counts attempts with a wrong secret', async () => {
    const { throttle, refusal } = setUp()
    const wrong = () => Promise.reject(new Problem(401, 'Wrong.'))
    for (let time = 0; time < 3; time++) {
      await expect((await throttle.attempt('ann', '10.0.0.1')).check(wrong)).rejects.toMatchObject({ status: 401 })
    }
    expect((await refusal('ann', '10.0.0.1'))?.status).toBe(429)
  })

  it('gives no free attempt at one endpoint for a rejected one at the other', async () => {
    const { throttle, fails } = setUp()
    await fails('ann', '10.0.0.1', 3)
    await expect(throttle.attempt('ann', '10.0.0.1', { endpoint: 'user', secret: 'four' })).rejects.toThrow(Problem)
    await expect(throttle.attempt('ann', '10.0.0.1', { endpoint: 'admin', secret: 'four' })).rejects.toThrow(Problem)
  })

  it.skipIf(kind !== 'memory')('stays small whatever is tried', async () => {
    const { fails, refusal } = setUp()
    for (let host = 0; host < 60_000; host++)
      await fails(`account-${host}`, `10.${host >> 16}.${(host >> 8) & 255}.${host & 255}`)
    expect(await refusal('ann', '10.0.0.1')).toBeNull()
  })
})

it('counts on its own while Redis is unreachable', async () => {
  const failures = createRedisFailures('redis://127.0.0.1:9')
  onTestFinished(failures.close)
  const throttle = createThrottle({ limits, clock: Date.now, failures, keys, scope: 'test' })
  for (let time = 0; time < 3; time++) await throttle.attempt('ann', '10.0.0.1')
  await expect(throttle.attempt('ann', '10.0.0.1')).rejects.toMatchObject({ status: 429 })
  await (await throttle.attempt('bob', '10.0.0.1')).succeeded()
})

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1::9', '2001:db8:1:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
