import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Load, Semaphore } from '@millwright/connector/semaphore'
import { Problem } from '@millwright/contract/problem'
import type { Log } from './log.ts'

/** Work that requests do not wait for, so that response times reveal nothing about it. */
export interface Background {
  /** Starts after the current response is sent. Failures are logged as `{what}: {why}`. */
  start(what: string, work: () => Promise<void>): void
  readonly load: Load
  /** Resolves when all work started so far is done. */
  idle(): Promise<void>
}

const atOnce = 8
const mayWait = 1000
const tooMuch = () => new Problem(503, 'Too many requests are already queued.')

export function createBackground(log: Log): Background {
  const queue = new Semaphore({ width: atOnce, depth: mayWait, refusal: tooMuch })
  const underWay = new Set<Promise<void>>()

  async function run(what: string, work: () => Promise<void>): Promise<void> {
    await nextTurn()
    try {
      await queue.run(work)
    } catch (error) {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
      log(`${what}: ${error instanceof Problem ? error.message : stack}`)
    }
  }

  return {
    start(what, work) {
      const running = run(what, work).finally(() => underWay.delete(running))
      underWay.add(running)
    },
    get load() {
      return queue.load
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
