import { Problem } from '@millwright/contract/problem'
import { describe, expect, it } from 'vitest'
import { networkOf } from './network.ts'
import { createThrottle } from './throttle.ts'

const limits = { account: { count: 3, seconds: 300 }, address: { count: 10, seconds: 300 } }

function setUp() {
  let now = 1_000_000
  const throttle = createThrottle(limits, () => now)
  const fails = (account: string, address: string, times = 1) => {
    for (let time = 0; time < times; time++) throttle.attempt(account, address)
  }
  const refusal = (account: string, address: string): Problem | null => {
    try {
      throttle.attempt(account, address).succeeded()
      return null
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
  }
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  return { throttle, fails, refusal, pass }
}

describe('throttling of log-ins', () => {
  it('refuses the account after its failures, with the true seconds left', () => {
    const { fails, refusal, pass } = setUp()
    fails('ann@example.org', '10.0.0.1', 3)
    pass(100.5)
    expect(refusal('ann@example.org', '10.0.0.1')).toMatchObject({ status: 429, headers: { 'Retry-After': '200' } })
    expect(refusal(' ANN@example.org', '10.0.0.1')?.status).toBe(429)
  })

  it('does not grow longer by further tries, and ends', () => {
    const { fails, refusal, pass } = setUp()
    fails('ann', '10.0.0.1', 3)
    pass(299)
    expect(refusal('ann', '10.0.0.1')?.headers).toEqual({ 'Retry-After': '1' })
    pass(1)
    expect(refusal('ann', '10.0.0.1')).toBeNull()
  })

  it('counts tries that are still under way', () => {
    const { throttle, refusal } = setUp()
    for (let concurrent = 0; concurrent < 3; concurrent++) throttle.attempt('ann', '10.0.0.1')
    expect(refusal('ann', '10.0.0.1')?.status).toBe(429)
  })

  it('refuses an address that tries one account after the other, also within one IPv6 network', () => {
    const { fails, refusal } = setUp()
    for (let host = 1; host <= 10; host++) fails(`account-${host}`, `2001:db8::${host}`)
    expect(refusal('ann', '2001:db8::ffff')?.status).toBe(429)
    expect(refusal('ann', '2001:db8:0:1::1')).toBeNull()
  })

  it('is not reset for an address by signing in to an account of its own', () => {
    const { fails, refusal } = setUp()
    for (let victim = 1; victim <= 9; victim++) {
      fails(`victim-${victim}`, '10.0.0.1')
      expect(refusal('own', '10.0.0.1')).toBeNull()
    }
    fails('victim-10', '10.0.0.1')
    expect(refusal('own', '10.0.0.1')?.status).toBe(429)
  })

  it('lets nobody lock an account for its owner elsewhere', () => {
    const { fails, refusal } = setUp()
    fails('ann', '10.0.0.1', 3)
    expect(refusal('ann', '10.0.0.2')).toBeNull()
  })

  it('slows tries from many networks down, but not from where the account was signed in to', () => {
    const { fails, refusal } = setUp()
    expect(refusal('ann', '10.9.9.9')).toBeNull()
    for (let network = 1; network <= 10; network++) fails('ann', `10.0.0.${network}`, 3)
    expect(refusal('ann', '10.0.1.1')?.status).toBe(429)
    expect(refusal('ann', '10.9.9.9')).toBeNull()
  })

  it('forgets an account’s failures when somebody signs in', () => {
    const { fails, refusal } = setUp()
    fails('ann', '10.0.0.1', 2)
    expect(refusal('ann', '10.0.0.1')).toBeNull()
    fails('ann', '10.0.0.1', 2)
    expect(refusal('ann', '10.0.0.1')).toBeNull()
  })

  it('counts one password that a client tries at both log-ins once, and every other try', () => {
    const { throttle, refusal } = setUp()
    for (const secret of ['one', 'two', 'three']) {
      throttle.attempt('ann', '10.0.0.1', { endpoint: 'user', secret })
      throttle.attempt('ann', '10.0.0.1', { endpoint: 'admin', secret })
    }
    expect(refusal('ann', '10.0.0.1')?.status).toBe(429)
    const other = setUp()
    for (let time = 0; time < 3; time++) other.throttle.attempt('ann', '10.0.0.1', { endpoint: 'user', secret: 'one' })
    expect(other.refusal('ann', '10.0.0.1')?.status).toBe(429)
  })

  it('gives no free try at one endpoint for a refused one at the other', () => {
    const { throttle, fails } = setUp()
    fails('ann', '10.0.0.1', 3)
    expect(() => throttle.attempt('ann', '10.0.0.1', { endpoint: 'user', secret: 'four' })).toThrow(Problem)
    expect(() => throttle.attempt('ann', '10.0.0.1', { endpoint: 'admin', secret: 'four' })).toThrow(Problem)
  })

  it('stays small whatever is tried', () => {
    const { fails, refusal } = setUp()
    for (let host = 0; host < 60_000; host++)
      fails(`account-${host}`, `10.${host >> 16}.${(host >> 8) & 255}.${host & 255}`)
    expect(refusal('ann', '10.0.0.1')).toBeNull()
  })
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
