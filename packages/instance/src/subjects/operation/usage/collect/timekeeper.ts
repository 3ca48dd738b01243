import type { Clock } from '../../../../platform/clock.ts'

/** Change of the clock in milliseconds from which it counts as a jump. */
const tolerance = 2_000

/**
 * A steady clock for counting, which compares itself with the wall clock only now and then. Counting by a clock that goes back
 * would overwrite earlier counts.
 */
export class Timekeeper {
  readonly #clock: Clock
  readonly #elapsed: () => number
  #offset: number

  /** `elapsed`: monotonic milliseconds. */
  constructor(clock: Clock, elapsed: () => number = () => performance.now()) {
    this.#clock = clock
    this.#elapsed = elapsed
    this.#offset = clock() - elapsed()
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#elapsed() + this.#offset
  }

  /** Milliseconds by which the wall clock has jumped since the last comparison; 0: not at all. */
  jump(): number {
    const apart = this.#clock() - this.now()
    return Math.abs(apart) > tolerance ? apart : 0
  }

  /** Synchronizes with the wall clock again. */
  synchronize(): void {
    this.#offset = this.#clock() - this.#elapsed()
  }
}
