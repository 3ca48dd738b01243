import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'

/** What keys and values may be: anything but null and undefined, so that a miss can be told. */
type Something = NonNullable<unknown>

/**
 * Values by their keys, at most `most` of them: the least recently used gives way. `dropped` is called once with each value that
 * goes, for whatever reason: evicted, replaced or deleted.
 */
export function createLruCache<Key extends Something, Value extends Something>(
  most: number,
  dropped?: LRUCache.Disposer<Key, Value>,
): LRUCache<Key, Value> {
  // By size, as the option `max` reserves memory for all of them at once.
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...(dropped !== undefined && { dispose: dropped }) })
}

/** Values in memory up to a number of bytes, each for a time; the least recently used give way. */
export class ByteCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>
  readonly #clock: Clock
  /** Bytes of the largest value that is taken: one must not drive out most of the others. */
  readonly largest: number

  constructor(clock: Clock, most: number) {
    this.#clock = clock
    this.largest = most / 8
    this.#entries = new LRUCache({ maxSize: most, maxEntrySize: this.largest })
  }

  /** Undefined when there is none, or its time is over. */
  get(key: string): Value | undefined {
    const found = this.#entries.get(key)
    if (found === undefined || found.until > this.#clock()) return found?.value
    this.#entries.delete(key)
    return undefined
  }

  /** `seconds` null: for as long as there is room. */
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
