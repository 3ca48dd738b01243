import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import type { Impersonate } from '../../identity/people/caller-of.ts'
import { dueAfterSetback, type NextDue, nextDue } from './due.ts'
import { createSchedulerResource } from './scheduler-resource.ts'
import { type RunResult, runTask } from './task-run.ts'
import { createTaskStore, type DueTask, type TaskStore, taskLease } from './task-store.ts'

export interface Scheduler {
  /** Starts running due tasks. */
  start(): void
  /** Recomputes the next wakeup, after tasks were changed. */
  reset(): void
  /** Checks for due tasks at once and resolves when their runs have begun; for tests and after changes. */
  look(): Promise<void>
  /** Runs a task now, outside its schedule; returns false if it is already running. */
  runNow(id: number): Promise<boolean>
  /** Number of runs in progress. */
  readonly running: number
  /** Resolves when no run is in progress. */
  idle(): Promise<void>
  /** Starts no more runs, aborts those in progress and waits for them. */
  close(): Promise<void>
}

interface SchedulerParts {
  readonly tasks: TaskStore
  readonly clock: Clock
  readonly log: Log
  readonly run: (task: DueTask, isGivenUp: () => boolean) => Promise<RunResult>
  /** Speed of the clock relative to real time; for tests. */
  readonly speed?: number
}

/** Longest time between checks in milliseconds, as other nodes may have changed the tasks. */
const longestWait = 30_000
/** Milliseconds between heartbeats; the first check after that sends one. */
const sign = taskLease / 6
/** Milliseconds to the next check after one that failed. */
const afterFailure = 5_000

/**
 * Runs tasks when they are due: each due time once, on whichever node claims it first, and never two runs of a task at the same
 * time. Due times that pass during a run, or while no node is up, are recorded as missed with the next run
 * (docs/wire/scheduler.md).
 */
export function createScheduler({ tasks, clock, log, run, speed = 1 }: SchedulerParts): Scheduler {
  const running = new Map<number, Promise<void>>()
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> = Promise.resolve()
  let started = false
  let stopping = false
  let failing = false
  let lastSign = 0
  let lastLook = Number.POSITIVE_INFINITY

  async function begin(task: DueTask, then: NextDue | null): Promise<boolean> {
    const from = clock()
    const taken = await tasks.claim(task, then)
    if (typeof taken === 'string') return false
    const done = perform(task, taken.run, from).finally(() => running.delete(task.id))
    running.set(task.id, done)
    return true
  }

  async function perform(task: DueTask, id: number, from: number): Promise<void> {
    try {
      const result = await run(task, () => stopping)
      await tasks.ended(task, id, result, Math.max(0, clock() - from))
    } catch (error) {
      failed(error)
    }
  }

  async function lookOnce(): Promise<void> {
    const now = clock()
    if (now < lastLook) await correct(now)
    lastLook = now
    // Sends a heartbeat at once if the clock was set back.
    if (running.size > 0 && Math.abs(now - lastSign) > sign) {
      lastSign = now
      await tasks.extendLease([...running.keys()], now + taskLease)
    }
    for (const task of await tasks.due(now)) {
      if (stopping) return
      try {
        await begin(task, nextDue(task, task.due, now))
      } catch (error) {
        // Other tasks must not wait for this one.
        pollFailed(error)
      }
    }
  }

  /** Corrects due times that are too late because the clock was set back. */
  async function correct(now: number): Promise<void> {
    for (const task of await tasks.waiting(now)) {
      const next = dueAfterSetback(task, task.due, now)
      if (next !== null) await tasks.correct(task, next)
    }
  }

  /** Serializes checks. */
  function look(): Promise<void> {
    failing = false
    looking = looking.then(lookOnce).catch(pollFailed)
    return looking
  }

  async function wait(): Promise<void> {
    const next = await tasks.earliest().catch(() => null)
    if (stopping || !started) return
    const soonest = failing ? afterFailure : 0
    const until = next === null ? longestWait : Math.max(soonest, Math.min(next - clock(), longestWait))
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => void look().then(wait), until / speed)
    timer.unref()
  }

  function pollFailed(error: unknown): void {
    failing = true
    failed(error)
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
    get running() {
      return running.size
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

interface Scheduling {
  readonly scheduler: Scheduler
  readonly resource: SystemResource
}

interface SchedulingParts {
  readonly parts: Parts
  readonly call: Forward
  readonly impersonate: Impersonate
  readonly log: Log
}

/** Creates the scheduler, its task store and the resource that manages tasks. */
export function createScheduling({ parts, call, impersonate, log }: SchedulingParts): Scheduling {
  const { store, clock, config, vault, authorities, instruments, tracing } = parts
  const origin = config.publicUrl ?? `http://127.0.0.1:${config.port}`
  const scheduler = createScheduler({
    tasks: createTaskStore(store, clock, vault),
    clock,
    log,
    async run(task, isGivenUp) {
      const begun = performance.now()
      const span = tracing?.begin('scheduled task', {}, { 'millwright.task': task.id })
      const result = await runTask(task, { call, impersonate, authorities, log, origin, span }, isGivenUp)
      span?.end(result.status >= 500)
      const outcome = result.status < 400 ? 'done' : 'failed'
      instruments.time('millwright_task_duration_seconds', (performance.now() - begun) / 1000, { outcome })
      return result
    },
  })
  store.changes.subscribe(({ table }) => {
    if (table === 'scheduler_task') scheduler.reset()
  })
  return { scheduler, resource: createSchedulerResource(parts, scheduler.runNow) }
}
