import { availableParallelism } from 'node:os'

/** Milliseconds from an answer within which the next request shows that more will follow. */
const soon = 0.2
/** Milliseconds after an answer during which the event loop polls. */
const longest = 0.1

interface BusyPollOptions {
  readonly processors?: number
  readonly now?: () => number
  /** Calls back in the event loop's next turn. */
  readonly inNextTurn?: (callback: () => void) => void
}

/**
 * Adaptive busy polling for a client that asks for one thing after another. Putting the thread to sleep until its next request and
 * waking it again takes longer than most answers do, so the event loop polls for a moment instead, if nothing else is in progress.
 * Clients that take their time, or ask side by side, are never polled for. Times are those of `performance.now()`.
 */
export class BusyPoll {
  readonly #isPossible: boolean
  readonly #now: () => number
  readonly #inNextTurn: (callback: () => void) => void
  #last: object | null = null
  #inProgress = 0
  #answered = Number.NEGATIVE_INFINITY
  #isExpected = false
  #isPolling = false

  constructor({
    processors = availableParallelism(),
    now = () => performance.now(),
    inNextTurn = setImmediate,
  }: BusyPollOptions = {}) {
    // On a single processor, the client could not run meanwhile.
    this.#isPossible = processors > 1
    this.#now = now
    this.#inNextTurn = inNextTurn
  }

  /** A request has arrived on a connection. */
  begin(connection: object, now: number): void {
    const isAlone = this.#inProgress === 0 && connection === this.#last
    this.#isExpected = this.#isPossible && isAlone && now - this.#answered <= soon
    this.#last = connection
    this.#inProgress += 1
  }

  /** A request was answered, or given up. */
  end(now: number): void {
    this.#inProgress -= 1
    this.#answered = now
    if (!this.#isExpected || this.#isPolling) return
    this.#isPolling = true
    this.#inNextTurn(this.#poll)
  }

  readonly #poll = (): void => {
    this.#isPolling = this.#inProgress === 0 && this.#now() - this.#answered < longest
    if (this.#isPolling) this.#inNextTurn(this.#poll)
  }
}
