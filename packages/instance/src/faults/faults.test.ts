import { describe, expect, it, vi } from 'vitest'
import type { Relay } from '../platform/connections/relay.ts'
import { type FaultTarget, faultTargets, type OpenTarget } from './fault-targets.ts'

/** Additional milliseconds for a busy machine: long enough for one, and far below what a client waits that has no limit of its own. */
const busy = 60_000

interface Fault {
  /** Causes the fault. */
  readonly begin: (relay: Relay) => Promise<void> | void
  /** Number of concurrent requests, which wait for the same connection. */
  readonly calls: number
}

/** Faults of a network or a server. */
const faults: Readonly<Record<string, Fault>> = {
  'resets connections and accepts none': { begin: (relay) => relay.shut(), calls: 3 },
  'accepts connections and says nothing': { begin: (relay) => relay.hang(), calls: 3 },
  // With several responses on one connection, half of the bytes would contain complete ones.
  'breaks off in the middle of an answer': { begin: (relay) => relay.truncateResponses(), calls: 1 },
}

/** An unhandled error event or rejection fails the run, because it would crash the process. */
describe.concurrent.each(faultTargets)('$name', (target) => {
  if (!target.answers) return it.skipIf(!target.answers)('needs a real server', () => {})

  it.for(Object.entries(faults))('that %s', async ([, { begin, calls }], { onTestFinished }) => {
    const { relay, call, limit } = await openOne(target, onTestFinished)
    await expectSuccess(call)
    await begin(relay)
    for (const { status, headers, took } of await Promise.all(Array.from({ length: calls }, () => timed(call)))) {
      expect([503, 504]).toContain(status)
      if (status === 503) expect(headers['retry-after']).toMatch(/^\d+$/)
      expect(took).toBeLessThan(limit + busy)
    }
    await relay.open()
    await expectSuccess(call)
  })

  it('that is slow is waited for', async ({ onTestFinished }) => {
    const { relay, call } = await openOne(target, onTestFinished)
    relay.slow(20)
    await expectSuccess(call)
  })

  it('that resets connections under load leaves no request without a response', async ({ onTestFinished }) => {
    const { relay, call, limit } = await openOne(target, onTestFinished)
    await expectSuccess(call)
    relay.slow(5)
    const calls = Array.from({ length: 20 }, () => timed(call))
    await Promise.race(calls)
    await relay.shut()
    for (const { status, took } of await Promise.all(calls)) {
      expect([200, 201, 503, 504]).toContain(status)
      expect(took).toBeLessThan(limit + busy)
    }
    await relay.open()
    await expectSuccess(call)
  })
})

async function openOne(target: FaultTarget, atEnd: (close: () => Promise<void>) => void): Promise<OpenTarget> {
  const open = await target.open()
  atEnd(open.close)
  return open
}

/** Retries, because some clients reconnect in the background. */
async function expectSuccess(call: OpenTarget['call']): Promise<void> {
  await vi.waitFor(async () => expect((await call()).status).toBeLessThan(300), { timeout: 30_000, interval: 100 })
}

async function timed(call: OpenTarget['call']) {
  const since = performance.now()
  const { status, headers } = await call()
  return { status, headers, took: performance.now() - since }
}
