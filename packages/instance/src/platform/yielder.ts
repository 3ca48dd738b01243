import { setImmediate } from 'node:timers/promises'

const longestTurn = 10

/** Lets other tasks run during long work. */
export class Yielder {
  #since = performance.now()

  async step(): Promise<void> {
    if (performance.now() - this.#since < longestTurn) return
    await setImmediate()
    this.#since = performance.now()
  }
}
