import { describe, expect, it } from 'vitest'
import { ByteCache, createLruCache } from './cache.ts'

describe('an LRU cache', () => {
  it('evicts the least recently used values beyond its limit', () => {
    const cache = createLruCache<number, string>(10)
    for (let key = 0; key <= 1000; key += 1) {
      cache.set(key, String(key))
      expect(cache.get(0)).toBe('0')
    }
    expect([...cache.keys()].sort((a, b) => a - b)).toEqual([0, 992, 993, 994, 995, 996, 997, 998, 999, 1000])
  })

  it('calls dropped once for each value that leaves, and not for others', () => {
    const gone: string[] = []
    const cache = createLruCache<string, string>(2, (value) => gone.push(value))
    cache.set('a', 'a1')
    cache.set('a', 'a2')
    cache.set('b', 'b')
    cache.set('c', 'c')
    cache.delete('b')
    cache.delete('b')
    expect(gone).toEqual(['a1', 'a2', 'b'])
    cache.clear()
    expect(gone).toEqual(['a1', 'a2', 'b', 'c'])
  })
})

describe('a cache limited by bytes', () => {
  it('evicts by size, and does not store a value that would evict most others', () => {
    const cache = new ByteCache<string>(() => 0, 80)
    expect(cache.largest).toBe(10)
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) cache.set(key, key, { bytes: 10, seconds: null })
    expect(cache.get('a')).toBe('a')
    cache.set('i', 'i', { bytes: 5.5, seconds: null })
    cache.set('j', 'j', { bytes: 11, seconds: null })
    expect(['a', 'b', 'c', 'i', 'j'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'i', undefined])
    cache.delete('a')
    cache.clear()
    expect(['a', 'c'].map((key) => cache.get(key))).toEqual([undefined, undefined])
  })

  it('drops a value when it expires', () => {
    let now = 1000
    const cache = new ByteCache<string>(() => now, 80)
    cache.set('short', 'x', { bytes: 1, seconds: 1 })
    cache.set('long', 'y', { bytes: 1, seconds: null })
    now = 1999
    expect(cache.get('short')).toBe('x')
    now = 2000
    expect([cache.get('short'), cache.get('long')]).toEqual([undefined, 'y'])
  })
})
