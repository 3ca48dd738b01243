import { describe, expect, it } from 'vitest'
import { createRecordCache } from './record-cache.ts'

describe('a record cache', () => {
  it('loads once, and again after a drop, and marks stale records that are still in use', async () => {
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

  it('does not cache missing records, nor those that changed while they were loaded', async () => {
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
