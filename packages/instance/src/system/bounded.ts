/** A map that forgets what was not asked for the longest. */
export class Bounded<K, V> {
  readonly #kept = new Map<K, V>()
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  get(key: K): V | undefined {
    const value = this.#kept.get(key)
    if (value === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#kept.delete(key)
    this.#kept.set(key, value)
    if (this.#kept.size <= this.#size) return
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest)
      return
    }
  }
}
