import { counted } from '../../../platform/counted.ts'
import { messageOf } from '../../../platform/message-of.ts'
import { type Entry, entryOf } from './entry.ts'
import { MessageRefused, type Sender } from './sender.ts'

interface QueueParts {
  readonly sender: Sender
  /** As the health of the service tells it; null: messages arrive. */
  readonly told: (reason: string | null) => void
  readonly reasonOf: (error: unknown) => string
  readonly log: (sentence: string) => void
  /** The longest wait between two attempts, in milliseconds. */
  readonly longestWait?: number
}

/** Messages that wait, and their characters. */
export const mostWaiting = 10_000
const mostCharacters = 32 * 1024 ** 2
const firstWait = 1_000

/**
 * Messages on their way, one after the other, off the path of whoever has them. While the input is away they wait, and what is beyond the
 * queue is left out; how many those were is the first that it is told of when it is back.
 */
export class LogQueue {
  readonly #parts: QueueParts
  readonly #waiting: { readonly entry: Entry; readonly size: number }[] = []
  #characters = 0
  #dropped = 0
  #sending: Promise<void> | null = null
  #isClosed = false
  #wake: (() => void) | null = null

  constructor(parts: QueueParts) {
    this.#parts = parts
  }

  add(entry: Entry): void {
    if (this.#isClosed) return
    const size = entry.message.length + JSON.stringify(entry.context).length
    if (this.#waiting.length >= mostWaiting || this.#characters + size > mostCharacters) {
      if (this.#dropped === 0) this.#parts.log('Messages for the log input are dropped: too many are waiting.')
      this.#dropped += 1
      return
    }
    this.#waiting.push({ entry, size })
    this.#characters += size
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
    })
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get dropped(): number {
    return this.#dropped
  }

  async #sendAll(): Promise<void> {
    let wait = firstWait
    for (let next = this.#waiting[0]; next !== undefined && !this.#isClosed; next = this.#waiting[0]) {
      try {
        await this.#tellOfDropped(next.entry.at)
        await this.#parts.sender.send(next.entry)
        this.#parts.told(null)
        wait = firstWait
        this.#done(next.size)
      } catch (error) {
        this.#parts.told(this.#parts.reasonOf(error))
        if (error instanceof MessageRefused) {
          this.#dropped += 1
          this.#done(next.size)
          continue
        }
        await this.#pause(wait)
        wait = Math.min(wait * 2, this.#parts.longestWait ?? 30_000)
      }
    }
  }

  #done(size: number): void {
    this.#waiting.shift()
    this.#characters -= size
  }

  async #tellOfDropped(at: number): Promise<void> {
    const count = this.#dropped
    if (count === 0 || this.#waiting.length >= mostWaiting) return
    const sentence = `Dropped ${counted(count, 'message')} for this log input: refused, or too many were waiting.`
    await this.#parts.sender.send(entryOf(sentence, 'WARNING', at, { dropped: count }))
    this.#dropped -= count
  }

  #pause(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, milliseconds)
    timer.unref()
    this.#wake = resolve
    return promise.finally(() => clearTimeout(timer))
  }

  /** Sends what waits for as long as that takes no longer than `patience` milliseconds; the rest is lost, and said so. */
  async close(patience: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patience)
    await Promise.race([this.#sending ?? Promise.resolve(), promise])
    clearTimeout(timer)
    this.#isClosed = true
    this.#wake?.()
    if (this.#waiting.length > 0) this.#parts.log(`Lost ${counted(this.#waiting.length, 'message')} for the log input.`)
    await this.#sending?.catch((error: unknown) => this.#parts.log(messageOf(error)))
    this.#parts.sender.close()
  }
}
