import { createLruCache } from '../../platform/cache.ts'

/** A record in memory; who keeps it looks at `stale` before each use. */
export interface CachedRecord<V> {
  readonly value: V
  stale: boolean
}

export interface RecordCache<K, V> {
  /** What is not there (null) comes back stale and is looked for again next time. */
  fetch(key: K): Promise<CachedRecord<V | null>>
  /** Records that left the cache are stale for everybody who still holds them. */
  drop(keys: readonly K[] | 'all'): void
}

/** Loads each record once and keeps it until it is dropped or long unused. */
export function createRecordCache<K extends string | number, V>(
  size: number,
  load: (key: K) => Promise<V | null>,
): RecordCache<K, V> {
  const cache = createLruCache<K, CachedRecord<V>>(size, (entry) => {
    entry.stale = true
  })
  let drops = 0

  return {
    async fetch(key) {
      const known = cache.get(key)
      if (known !== undefined) return known
      const before = drops
      const value = await load(key)
      // What was read while something was dropped may be from before the change: good for this once.
      if (value === null || before !== drops) return { value, stale: true }
      const entry: CachedRecord<V> = { value, stale: false }
      cache.set(key, entry)
      return entry
    },
    drop(keys) {
      drops += 1
      if (keys === 'all') cache.clear()
      else for (const key of keys) cache.delete(key)
    },
  }
}

export function isFound<V>(entry: CachedRecord<V | null>): entry is CachedRecord<V> {
  return entry.value !== null
}
