import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBoundedCache } from '../../identity/bounded-cache.ts'
import { createRecordCache } from './record-cache.ts'

describe('a bounded cache', () => {
  it('keeps what is used, lets go of what is not, and never holds more than twice its size', () => {
    const cache = createBoundedCache<number, { key: number }>(10)
    cache.set(0, { key: 0 })
    for (let key = 1; key <= 1000; key++) {
      cache.set(key, { key })
      expect(cache.get(0)).toEqual({ key: 0 })
    }
    const held = Array.from({ length: 1001 }, (_, key) => cache.get(key)).filter((value) => value !== undefined)
    expect(held.length).toBeLessThanOrEqual(20)
  })

  it('announces everything that leaves, once, and nothing that stays', () => {
    const step = fc.record({
      act: fc.constantFrom('set', 'get', 'delete', 'clear'),
      key: fc.integer({ min: 0, max: 8 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const gone = new Map<object, number>()
        const put = new Map<object, number>()
        const cache = createBoundedCache<number, object>(3, (value) => gone.set(value, (gone.get(value) ?? 0) + 1))
        for (const { act, key } of steps) {
          if (act === 'set') {
            const value = {}
            put.set(value, key)
            cache.set(key, value)
          } else if (act === 'get') cache.get(key)
          else if (act === 'delete') cache.delete(key)
          else if (key === 0) cache.clear()
        }
        for (const [value, key] of put) expect(gone.get(value) ?? 0).toBe(cache.get(key) === value ? 0 : 1)
      }),
    )
  })
})

describe('a cache of records', () => {
  it('loads once, again after a drop, and marks what others still hold', async () => {
    let loads = 0
    const cache = createRecordCache<number, number>(10, async () => ++loads)
    const first = await cache.fetch(1)
    expect(await cache.fetch(1)).toBe(first)
    cache.drop([2])
    expect(first.stale).toBe(false)
    cache.drop([1])
    expect(first.stale).toBe(true)
    expect((await cache.fetch(1)).value).toBe(2)
  })

  it('does not keep what is not there, nor what changed while it was read', async () => {
    const gates: ((value: string | null) => void)[] = []
    const cache = createRecordCache<number, string>(10, () => new Promise((open) => gates.push(open)))
    const missing = cache.fetch(1)
    gates.shift()?.(null)
    expect(await missing).toEqual({ value: null, stale: true })
    const changing = cache.fetch(1)
    cache.drop([1])
    gates.shift()?.('before')
    expect(await changing).toEqual({ value: 'before', stale: true })
    const again = cache.fetch(1)
    gates.shift()?.('after')
    expect(await again).toEqual({ value: 'after', stale: false })
  })
})
