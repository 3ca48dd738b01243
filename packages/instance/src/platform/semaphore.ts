import type { Problem } from '@millwright/contract/problem'
import type { Load } from './instruments/instruments.ts'

export interface SemaphoreOptions {
  /** Who may hold it at once; one unless given. */
  readonly width?: number
  /** How many may wait; any number unless given. */
  readonly depth?: number
  /** Milliseconds after which a waiter gives up, so that a stuck holder cannot hang everybody behind it; never unless given. */
  readonly patience?: number
  /** Told to those who find no place to wait, or have waited too long. */
  readonly refusal: () => Problem
}

/**
 * Lets a number of holders in at once, the others in the order of asking: a mutex with a width of one, else a queue for work of which
 * only so much may happen at a time. Nobody waits for a turn of the event loop when there is room.
 */
export class Semaphore {
  readonly #width: number
  readonly #depth: number
  readonly #patience: number | null
  readonly #refusal: () => Problem
  readonly #waiting: Waiter[] = []
  #holders = 0

  constructor({ width = 1, depth = Number.POSITIVE_INFINITY, patience, refusal }: SemaphoreOptions) {
    this.#width = width
    this.#depth = depth
    this.#patience = patience ?? null
    this.#refusal = refusal
  }

  /** Whether somebody waits. */
  get wanted(): boolean {
    return this.#waiting.length > 0
  }

  get load(): Load {
    return { used: this.#holders, idle: Math.max(0, this.#width - this.#holders), waiting: this.#waiting.length }
  }

  /** Takes a place when there is one. */
  tryAcquire(): boolean {
    if (this.#holders >= this.#width) return false
    this.#holders += 1
    return true
  }

  /** Every place that was taken must be given back with `release`. Refuses where all are taken and too many wait, or wait too long. */
  acquire(): Promise<void> {
    if (this.tryAcquire()) return Promise.resolve()
    if (this.#waiting.length >= this.#depth) return Promise.reject(this.#refusal())
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(this.#refusal())
      }
      const waiter = { resolve, timer: this.#patience === null ? undefined : setTimeout(giveUp, this.#patience) }
      this.#waiting.push(waiter)
    })
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) {
      this.#holders -= 1
      return
    }
    clearTimeout(next.timer)
    next.resolve()
  }

  /** Runs work in a place of its own; refuses as `acquire` does. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (!this.tryAcquire()) await this.acquire()
    try {
      return await work()
    } finally {
      this.release()
    }
  }
}

interface Waiter {
  readonly resolve: () => void
  readonly timer: NodeJS.Timeout | undefined
}

/** Runs work on the same key one after the other, in the order of asking. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = (this.#last.get(key) ?? Promise.resolve()).then(work, work)
    this.#last.set(key, running)
    try {
      return await running
    } finally {
      if (this.#last.get(key) === running) this.#last.delete(key)
    }
  }
}
