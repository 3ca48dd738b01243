import type { Clock } from './platform/clock.ts'

interface Entry<Value> {
  readonly value: Value
  /** Milliseconds since 1970. */
  readonly until: number
  readonly bytes: number
}

/** Values in memory up to a number of bytes, each for a time; those used longest ago give way to new ones. */
export class KeptBytes<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #clock: Clock
  /** Bytes of the largest value that is taken: one must not drive out most of the others. */
  readonly largest: number
  readonly #most: number
  #total = 0

  constructor(clock: Clock, most: number) {
    this.#clock = clock
    this.#most = most
    this.largest = most / 8
  }

  /** Undefined when there is none, or its time is over. */
  get(key: string): Value | undefined {
    const found = this.#entries.get(key)
    if (found === undefined) return undefined
    if (found.until <= this.#clock()) {
      this.delete(key)
      return undefined
    }
    this.#entries.delete(key)
    this.#entries.set(key, found)
    return found.value
  }

  /** `seconds` null: for as long as there is room. */
  set(key: string, value: Value, { bytes, seconds }: { bytes: number; seconds: number | null }): void {
    this.delete(key)
    const until = seconds === null ? Number.POSITIVE_INFINITY : this.#clock() + seconds * 1000
    this.#entries.set(key, { value, bytes, until })
    this.#total += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#total <= this.#most) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#total -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#total = 0
  }
}
