import type { Clock } from '../../../platform/clock.ts'

/** Milliseconds by which the clock may be set before that counts as a jump. */
const tolerance = 2_000

/**
 * The time by which calls are counted: it goes on evenly whatever becomes of the clock on the wall, which is looked at now and then. Counting
 * by a clock that goes back would write over what was counted before.
 */
export class Timekeeper {
  readonly #clock: Clock
  readonly #elapsed: () => number
  #offset: number

  /** `elapsed`: milliseconds that never go back. */
  constructor(clock: Clock, elapsed: () => number = () => performance.now()) {
    this.#clock = clock
    this.#elapsed = elapsed
    this.#offset = clock() - elapsed()
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#elapsed() + this.#offset
  }

  /** By how many milliseconds the clock has jumped since it was looked at last; 0: it has not. */
  jump(): number {
    const apart = this.#clock() - this.now()
    return Math.abs(apart) > tolerance ? apart : 0
  }

  /** Goes by the clock again. */
  follow(): void {
    this.#offset = this.#clock() - this.#elapsed()
  }
}
