import { describe, expect, it } from 'vitest'
import { createMemoryResponseCache } from '../../../platform/answers.ts'
import { noInstruments } from '../../../platform/instruments/instruments.ts'
import { localChanges } from '../../../store/changes.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { createCache, createServiceCaches } from './service-caches.ts'

describe('a cache', () => {
  it('keeps a value for its TTL, and nothing with a TTL of zero', () => {
    const clock = testClock()
    const cache = createCache(clock)
    cache.set('a', { rows: 1 }, 60)
    cache.set('b', 'x', 0)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([{ rows: 1 }, undefined, undefined])
    clock.advance(60)
    expect(cache.get('a')).toBeUndefined()
  })

  it('is bounded, and can be flushed', () => {
    const cache = createCache(testClock(), 10)
    for (let key = 0; key < 1000; key++) cache.set(String(key), key, 60)
    const held = Array.from({ length: 1000 }, (_, key) => cache.get(String(key))).filter((value) => value !== undefined)
    expect(held.length).toBeLessThanOrEqual(20)
    cache.delete('999')
    expect(cache.get('999')).toBeUndefined()
    cache.clear()
    expect(cache.get('998')).toBeUndefined()
  })

  it('of a service is flushed when the service changes, and that of scripts when any script does', async () => {
    const changes = localChanges()
    const caches = createServiceCaches({
      changes,
      clock: testClock(),
      answers: createMemoryResponseCache(testClock()),
      instruments: noInstruments,
    })
    for (const id of [1, 2]) caches.of(id).set('a', id, 60)
    caches.scripts.set('s', 'text', 60)
    await changes.publish([
      { table: 'service', ids: [1] },
      { table: 'app', ids: 'all' },
    ])
    expect([caches.of(1).get('a'), caches.of(2).get('a'), caches.scripts.get('s')]).toEqual([undefined, 2, undefined])
    await changes.publish([{ table: 'service', ids: 'all' }])
    expect(caches.of(2).get('a')).toBeUndefined()
  })
})
