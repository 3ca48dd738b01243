import { Problem } from '@millwright/contract/problem'

/** Lets one holder in at a time, in the order of asking. */
export class Mutex {
  readonly #waiting: Waiter[] = []
  readonly #patience: number
  #held = false

  /** `patience`: milliseconds after which a waiter gives up, so that a stuck holder cannot hang everybody behind it. */
  constructor(patience: number) {
    this.#patience = patience
  }

  get wanted(): boolean {
    return this.#waiting.length > 0
  }

  /** Takes the turn when nobody has it. */
  tryLock(): boolean {
    if (this.#held) return false
    this.#held = true
    return true
  }

  /** Refuses with 503 when the turn has not come in time. Every turn that came must be ended with `unlock`. */
  lock(): Promise<void> {
    if (this.tryLock()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(new Problem(503, 'The database is busy with other changes. Please try again.'))
      }, this.#patience)
      const waiter = { resolve, timer }
      this.#waiting.push(waiter)
    })
  }

  unlock(): void {
    const next = this.#waiting.shift()
    if (next === undefined) {
      this.#held = false
      return
    }
    clearTimeout(next.timer)
    next.resolve()
  }
}

interface Waiter {
  readonly resolve: () => void
  readonly timer: NodeJS.Timeout
}
