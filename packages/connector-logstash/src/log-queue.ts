import { counted } from '@millwright/connector/counted'
import { messageOf } from '@millwright/connector/error-words'
import { type Entry, entryOf } from './entry.ts'
import { MessageRefused, type Sender } from './senders.ts'

interface QueueParts {
  readonly sender: Sender
  /** Reports a failure reason to the service's health, or `null` if messages are delivered. */
  readonly told: (reason: string | null) => void
  readonly reasonOf: (error: unknown) => string
  readonly log: (sentence: string) => void
  /** Maximum milliseconds between two attempts. */
  readonly longestWait?: number
}

/** Maximum number of queued messages, and of their characters. */
export const maxWaiting = 10_000
const maxCharacters = 32 * 1024 ** 2
const firstWait = 1_000

/**
 * Delivers messages one by one in the background. While the input is unavailable they are queued, and dropped when the queue is
 * full. The number of dropped messages is sent first when the input is back.
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
    if (this.#waiting.length >= maxWaiting || this.#characters + size > maxCharacters) {
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
    if (count === 0 || this.#waiting.length >= maxWaiting) return
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

  /** Sends queued messages for up to `patience` milliseconds. Logs how many of the rest are lost. */
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
