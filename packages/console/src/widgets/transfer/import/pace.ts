/** Milliseconds of work before yielding to the page. */
const atOnce = 12

/** Lets the page render and respond during long work. */
export class Pace {
  #since = performance.now()

  async rest(): Promise<void> {
    if (performance.now() - this.#since < atOnce) return
    await new Promise((resolve) => setTimeout(resolve))
    this.#since = performance.now()
  }
}
