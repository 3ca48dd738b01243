/** Milliseconds of work after which the page gets its turn. */
const atOnce = 12

/** Lets the page draw and listen between pieces of long work. */
export class Pace {
  #since = performance.now()

  async rest(): Promise<void> {
    if (performance.now() - this.#since < atOnce) return
    await new Promise((resolve) => setTimeout(resolve))
    this.#since = performance.now()
  }
}
