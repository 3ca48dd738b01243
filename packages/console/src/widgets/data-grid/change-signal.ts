/** Tells whoever listens that something changed; `useSyncExternalStore` takes it as it is. */
export class ChangeSignal {
  readonly #listeners = new Set<() => void>()
  #version = 0

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Grows with every change. */
  readonly version = (): number => this.#version

  tell(): void {
    this.#version += 1
    for (const listener of [...this.#listeners]) listener()
  }
}
