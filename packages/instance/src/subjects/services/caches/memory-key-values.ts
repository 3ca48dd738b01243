import type { KeyValues } from '@millwright/connector/connector'
import { Problem } from '@millwright/contract/problem'
import { ByteCache } from '../../../platform/cache.ts'
import type { Clock } from '../../../platform/clock.ts'

const maxBytes = 64 * 1024 * 1024

/** Stores values in the memory of this node; the least recently used are evicted beyond `most` bytes. */
export function createMemoryKeyValues(clock: Clock, most = maxBytes): KeyValues {
  const cache = new ByteCache<string>(clock, most)
  const find = (key: string) => cache.get(key) ?? null

  function put(key: string, value: string, seconds: number | null): void {
    const bytes = 2 * (key.length + value.length)
    if (bytes > cache.largest) throw new Problem(413, 'The value is larger than this cache keeps.')
    cache.set(key, value, { bytes, seconds })
  }

  return {
    get: async (key) => find(key),
    set: async (key, value, seconds) => put(key, value, seconds),
    async add(key, value, seconds) {
      if (find(key) !== null) return false
      put(key, value, seconds)
      return true
    },
    async take(key) {
      const found = find(key)
      cache.delete(key)
      return found
    },
    async close() {
      cache.clear()
    },
  }
}
