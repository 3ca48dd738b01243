import { createLruCache } from '../../../platform/cache.ts'

/** A cached record. Holders check `stale` before each use. */
export interface CachedRecord<V> {
  readonly value: V
  stale: boolean
}

export interface RecordCache<K, V> {
  /** Missing records (null) are returned as stale, and looked up again next time. */
  fetch(key: K): Promise<CachedRecord<V | null>>
  /** Marks the dropped records as stale for all holders. */
  drop(keys: readonly K[] | 'all'): void
}

/** Loads each record once, and caches it until it is dropped or has not been used for a long time. */
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
      // A record loaded during a drop may be outdated, so it is good for one use only.
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
