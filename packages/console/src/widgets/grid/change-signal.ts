/** Notifies listeners of a change; compatible with `useSyncExternalStore`. */
export class ChangeSignal {
  readonly #listeners = new Set<() => void>()
  #version = 0

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Increases with every change. */
  readonly version = (): number => this.#version

  emit(): void {
    this.#version += 1
    for (const listener of [...this.#listeners]) listener()
  }
}
