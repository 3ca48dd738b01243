import type { Problem } from '@millwright/contract/problem'

/** Usage of a pool of connections or slots, and the number of waiters. */
export interface Load {
  readonly used: number
  readonly idle: number
  readonly waiting: number
}

export interface SemaphoreOptions {
  /** Maximum number of concurrent holders; 1 by default. */
  readonly width?: number
  /** Maximum number of waiters; unlimited by default. */
  readonly depth?: number
  /** Milliseconds after which a waiter gives up, so that a stuck holder cannot block all others; never by default. */
  readonly patience?: number
  /** Creates the error for callers who find the queue full or have waited too long. */
  readonly refusal: () => Problem
}

/**
 * Admits a number of concurrent holders and queues the others in order: a mutex with a width of one, otherwise a queue for work with
 * limited concurrency. Acquiring a free place does not wait for a turn of the event loop.
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

  /** Whether there are waiters. */
  get hasWaiters(): boolean {
    return this.#waiting.length > 0
  }

  get load(): Load {
    return { used: this.#holders, idle: Math.max(0, this.#width - this.#holders), waiting: this.#waiting.length }
  }

  /** Takes a place if one is free. */
  tryAcquire(): boolean {
    if (this.#holders >= this.#width) return false
    this.#holders += 1
    return true
  }

  /** Takes a place, which the caller must return with `release`. Rejects if too many wait already, or after waiting too long. */
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

  /** Runs work while holding a place; rejects like `acquire`. */
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

/** Runs work with the same key one after the other, in the order of the calls. */
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
