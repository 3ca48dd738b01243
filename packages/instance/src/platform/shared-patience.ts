/** A time limit for several pieces of work together, which begins now. */
export class SharedPatience {
  readonly #over = Promise.withResolvers<void>()
  readonly #timer: NodeJS.Timeout
  #isOver = false

  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => {
      this.#isOver = true
      this.#over.resolve()
    }, milliseconds)
  }

  /** The result of work if it is ready in time, else `late`. Work goes on when the time is over, but none begins. */
  async result<T>(work: () => Promise<T>, late: T): Promise<T> {
    if (this.#isOver) return late
    return Promise.race([work(), this.#over.promise.then(() => late)])
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
  }
}
