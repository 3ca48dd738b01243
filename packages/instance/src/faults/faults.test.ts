import { describe, expect, it, vi } from 'vitest'
import type { Relay } from '../platform/connections/relay.ts'
import { type FaultTarget, faultTargets, type OpenTarget } from './fault-targets.ts'

/** Milliseconds that a machine which is busy with other things may take besides. */
const busy = 5_000

interface Fault {
  /** Brings it about. */
  readonly begin: (relay: Relay) => Promise<void> | void
  /** Calls at the same time, as they wait for the same connection. */
  readonly calls: number
}

/** What a network or a server does to those who use it. */
const faults: Readonly<Record<string, Fault>> = {
  'resets connections and accepts none': { begin: (relay) => relay.shut(), calls: 3 },
  'accepts connections and says nothing': { begin: (relay) => relay.hang(), calls: 3 },
  // Of several answers on one connection, the half would hold whole ones.
  'breaks off in the middle of an answer': { begin: (relay) => relay.breakAnswers(), calls: 1 },
}

/** An error that nobody hears, or a rejected promise that nobody awaits, fails the run: that is how the process would end. */
describe.concurrent.each(faultTargets)('$name', (target) => {
  if (!target.answers) return it.skipIf(!target.answers)('where its server answers', () => {})

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

  it('that resets connections under many calls leaves each of them an answer', async ({ onTestFinished }) => {
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

/** Right away, or where connections are made by themselves as soon as one is. */
async function expectSuccess(call: OpenTarget['call']): Promise<void> {
  await vi.waitFor(async () => expect((await call()).status).toBeLessThan(300), { timeout: 20_000, interval: 100 })
}

async function timed(call: OpenTarget['call']) {
  const since = performance.now()
  const { status, headers } = await call()
  return { status, headers, took: performance.now() - since }
}
