import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'

/** Type of keys and values: anything but null and undefined, which signal a miss. */
type Something = NonNullable<unknown>

/** An LRU cache of at most `most` values. `dropped` is called once with each value that leaves: evicted, replaced or deleted. */
export function createLruCache<Key extends Something, Value extends Something>(
  most: number,
  dropped?: LRUCache.Disposer<Key, Value>,
): LRUCache<Key, Value> {
  // By size, because the option `max` would preallocate memory for all values.
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...(dropped !== undefined && { dispose: dropped }) })
}

/** An in-memory LRU cache limited by bytes, with an expiry for each value. */
export class ByteCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>
  readonly #clock: Clock
  /** Maximum size of a value in bytes, so that a single one does not evict most others. */
  readonly largest: number

  constructor(clock: Clock, most: number) {
    this.#clock = clock
    this.largest = most / 8
    this.#entries = new LRUCache({ maxSize: most, maxEntrySize: this.largest })
  }

  /** `undefined` if missing or expired. */
  get(key: string): Value | undefined {
    const found = this.#entries.get(key)
    if (found === undefined || found.until > this.#clock()) return found?.value
    this.#entries.delete(key)
    return undefined
  }

  /** `seconds` is `null` for values that do not expire. */
  set(key: string, value: Value, { bytes, seconds }: { bytes: number; seconds: number | null }): void {
    const until = seconds === null ? Number.POSITIVE_INFINITY : this.#clock() + seconds * 1000
    this.#entries.set(key, { value, until }, { size: Math.max(1, Math.ceil(bytes)) })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}

interface Entry<Value> {
  readonly value: Value
  /** Milliseconds since 1970. */
  readonly until: number
}
