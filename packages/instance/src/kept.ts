/** The values made last for their keys, up to a number; those used longest ago go first. */
export class Kept<Value> {
  readonly #values = new Map<string, Value>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    // Keeping the order costs more than it saves while there is room.
    if (value !== undefined && this.#values.size > this.#most / 2) {
      this.#values.delete(key)
      this.#values.set(key, value)
    }
    return value
  }

  /** Keeps a value; the one that has to go for it, if any. */
  set(key: string, value: Value): Value | undefined {
    let gone: Value | undefined
    if (this.#values.size >= this.#most && !this.#values.has(key)) {
      for (const [oldest, given] of this.#values) {
        this.#values.delete(oldest)
        gone = given
        break
      }
    }
    this.#values.set(key, value)
    return gone
  }

  delete(key: string): void {
    this.#values.delete(key)
  }

  clear(): void {
    this.#values.clear()
  }
}
