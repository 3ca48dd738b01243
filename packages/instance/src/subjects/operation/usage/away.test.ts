import type { UsageAnswer } from '@millwright/contract/wire/usage'
import { expect, test } from 'vitest'
import type { FinishedCall } from '../../../gateway/ports/usage.ts'
import { openUsageStore, type UsageStore } from '../../../store/usage/usage-store.ts'
import { openTestStore } from '../../../testing/test-store.ts'
import { Collector } from './collector.ts'
import { type Forgotten, forgetTraces } from './forget.ts'
import { readUsage } from './read/read-usage.ts'
import { readUsageQuery } from './read/usage-query.ts'

const start = Date.UTC(2026, 10, 23, 10, 0)
const log = { isOn: true, sample: 1, address: 'none', keepsValues: false, slow: 1000 } as const

const call = (): FinishedCall => ({
  id: 'x',
  service: 'db',
  method: 'GET',
  status: 200,
  milliseconds: 2,
  address: '192.0.2.1',
  caller: null,
  failure: undefined,
  isCutOff: false,
  bytesIn: 0,
  bytesOut: 10,
  asked: { verb: 'GET', service: 'db', resource: '_table/t', credentials: { apiKey: null } },
})

async function counted() {
  const place = await openTestStore('sqlite')
  const usage = await openUsageStore(place.dataFolder, place.store)
  const state = { now: start, isAway: false }
  const store = async (): Promise<UsageStore> => {
    if (state.isAway) throw new Error('It is away')
    return {
      ...usage,
      write: async (work) => (state.isAway ? Promise.reject(new Error('It is away')) : usage.write(work)),
    }
  }
  const collector = new Collector({ clock: () => state.now, records: place.store, store, formOf: () => 'tables', log })
  return {
    state,
    collector,
    read: (query: Record<string, string>): Promise<UsageAnswer> =>
      readUsage(usage, readUsageQuery(query, state.now), { store: place.store, usage }, state.now),
    forget: (what: Forgotten) => forgetTraces(usage, what),
    async [Symbol.asyncDispose]() {
      await usage.close()
      await place.close()
    },
  }
}

async function requestsByResource({ read }: Awaited<ReturnType<typeof counted>>) {
  const { meta } = await read({ ...all, by: 'resource' })
  return meta.groups?.map(({ group, requests }) => [group, requests])
}

const all = { from: '2026-11-23T00:00:00Z', to: '2026-11-24T00:00:00Z', step: 'none' }

test('while the store is unavailable, nothing is lost that can be retained, and nothing is counted twice', async () => {
  await using node = await counted()
  node.collector.record(call())
  await node.collector.flush()
  node.state.isAway = true
  for (let at = 0; at < 3; at++) {
    node.collector.record(call())
    await expect(node.collector.flush()).rejects.toThrow('away')
  }
  node.state.isAway = false
  await node.collector.flush()
  await node.collector.flush()
  const { meta } = await node.read(all)
  expect([meta.total.requests, meta.gaps]).toEqual([4, []])
})

test.each([3_600_000, -3_600_000])('a clock jump of %d ms is recorded, and nothing is overwritten', async (jump) => {
  await using node = await counted()
  node.collector.record(call())
  await node.collector.flush()
  node.state.now += jump
  await node.collector.flush()
  node.collector.record(call())
  await node.collector.flush()
  node.state.now -= jump
  await node.collector.flush()
  node.collector.record(call())
  await node.collector.flush()
  const { meta, resource } = await node.read({ ...all, step: 'hour' })
  expect(meta.total.requests).toBe(3)
  expect(resource.map(({ requests }) => requests).toSorted()).toEqual([1, 2])
  expect(meta.gaps.map(({ why }) => why)).toEqual(['clock', 'clock'])
})

test.each([3_000, -3_000])('calls that end while a jump of %d ms is recorded are all counted', async (jump) => {
  await using node = await counted()
  node.collector.record(call())
  await node.collector.flush()
  node.state.now += jump
  const flushing = node.collector.flush()
  node.collector.record(call())
  await flushing
  node.collector.record(call())
  await node.collector.flush()
  node.collector.record(call())
  await node.collector.flush()
  expect(await requestsByResource(node)).toEqual([['db/_table/t', 4]])
})

test('calls that end while the traces of their caller are deleted are all counted', async () => {
  await using node = await counted()
  node.collector.record(call())
  const forgetting = node.collector.forget({ app: 0 }, () => node.forget({ app: 0 }))
  node.collector.record(call())
  await forgetting
  node.collector.record(call())
  await node.collector.flush()
  expect(await requestsByResource(node)).toEqual([['db/_table/t', 3]])
  const { meta } = await node.read({ ...all, by: 'app' })
  expect(meta.total.requests).toBe(3)
})
