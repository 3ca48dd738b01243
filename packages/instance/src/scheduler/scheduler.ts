import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type NextDue, nextDue } from './due.ts'
import type { RunResult } from './task-run.ts'
import { type DueTask, lease, type TaskStore } from './task-store.ts'

export interface Scheduler {
  /** Runs from now on what becomes due. */
  start(): void
  /** Waits anew, after tasks were changed. */
  reset(): void
  /** Looks at once for what is due, and answers when it was begun; for tests and after changes. */
  look(): Promise<void>
  /** Runs a task now, beside its timetable; false while a run of it goes on. */
  runNow(id: number): Promise<boolean>
  /** When no run goes on any more. */
  idle(): Promise<void>
  /** Begins nothing any more, asks what runs to give up and waits for it. */
  close(): Promise<void>
}

interface SchedulerParts {
  readonly tasks: TaskStore
  readonly clock: Clock
  readonly log: Log
  readonly run: (task: DueTask, isGivenUp: () => boolean) => Promise<RunResult>
  /** How many times faster than the world the clock goes; for tests. */
  readonly speed?: number
}

/** Milliseconds after which a node looks again although nothing is due: others may have changed the tasks. */
const longestWait = 30_000
/** Milliseconds between signs of life. */
const sign = lease / 3

/**
 * Runs tasks when they are due: each time once, on whichever node comes first, and never two runs of a task at the same time.
 * A time that passes while a run goes on, or while nothing ran at all, is noted as missed with the next run
 * (docs/wire/scheduler.md).
 */
export function createScheduler({ tasks, clock, log, run, speed = 1 }: SchedulerParts): Scheduler {
  const running = new Map<number, Promise<void>>()
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> = Promise.resolve()
  let started = false
  let stopping = false
  let lastSign = 0

  async function begin(task: DueTask, then: NextDue | null): Promise<boolean> {
    const from = clock()
    const taken = await tasks.take(task, then)
    if (typeof taken === 'string') return false
    const done = perform(task, taken.run, from).finally(() => running.delete(task.id))
    running.set(task.id, done)
    return true
  }

  async function perform(task: DueTask, id: number, from: number): Promise<void> {
    try {
      const result = await run(task, () => stopping)
      await tasks.ended(task, id, result, clock() - from)
    } catch (error) {
      failed(error)
    }
  }

  async function lookOnce(): Promise<void> {
    const now = clock()
    for (const task of await tasks.due(now)) {
      if (stopping) return
      await begin(task, nextDue(task, task.due, now))
    }
    if (running.size > 0 && now - lastSign > sign) {
      lastSign = now
      await tasks.keep([...running.keys()], now + lease)
    }
  }

  /** One look after the other. */
  function look(): Promise<void> {
    looking = looking.then(lookOnce).catch(failed)
    return looking
  }

  async function wait(): Promise<void> {
    const next = await tasks.earliest().catch(() => null)
    if (stopping || !started) return
    const until = next === null ? longestWait : Math.max(0, Math.min(next - clock(), longestWait))
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => void look().then(wait), until / speed)
    timer.unref()
  }

  function failed(error: unknown): void {
    log(`The scheduler failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }

  return {
    start() {
      started = true
      void look().then(wait)
    },
    reset() {
      if (!started || stopping) return
      if (timer !== null) clearTimeout(timer)
      void wait()
    },
    look,
    async runNow(id) {
      const task = await tasks.task(id)
      return task !== undefined && (await begin(task, null))
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values())
    },
    async close() {
      stopping = true
      if (timer !== null) clearTimeout(timer)
      await looking
      await Promise.all(running.values())
    },
  }
}
