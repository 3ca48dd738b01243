import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './log.ts'

/** A precondition for an instance to serve requests. */
export interface ReadinessCheck {
  /** Name in `/health/ready`. */
  readonly name: string
  /** Returns `null` if the check passes, else the reason as one sentence. A thrown error's message is that sentence. */
  check(): Promise<string | null> | string | null
  /** `false`: a node is ready even if the check fails, and reports it. Absent: the check is required. */
  readonly needed?: boolean
}

/** docs/wire/health.md */
export interface ReadinessReport {
  readonly ready: boolean
  /** `ok` or the reason of the failure, by name of the check. */
  readonly checks: Readonly<Record<string, string>>
}

/** Whether a node can serve requests. */
export interface Readiness {
  /** Set while a node stops, so that load balancers notice before it closes its listener. */
  readonly draining: boolean
  drain(): void
  report(): Promise<ReadinessReport>
  /** Like `report`, for a load balancer, which asks again and again. */
  answer(): Promise<ReadinessReport>
  /** Resolves when the load balancer that asked before the node drained was told so, or stays away. At once if none asks. */
  told(): Promise<void>
}

const stopping: ReadinessCheck = { name: 'node', check: () => 'It is stopping.' }

/** Milliseconds after which a check counts as failed. */
const patience = 2_000

/** A load balancer stays away if it did not ask for this many of its intervals, and these milliseconds, on a busy machine. */
const awayAfter = { intervals: 4, milliseconds: 1_000 }
/** Longest interval of a load balancer, in milliseconds. */
const longestInterval = 10_000

/** Concurrent requests share one report, so that health requests cannot load the store. */
export function createReadiness(checks: readonly ReadinessCheck[]): Readiness {
  let draining = false
  let pending: Promise<ReadinessReport> | null = null
  let lastRequest = Number.NEGATIVE_INFINITY
  /** Milliseconds between the last two times that a load balancer asked; `null` if none does. */
  let interval: number | null = null
  const announcement = Promise.withResolvers<void>()

  async function runChecks(): Promise<ReadinessReport> {
    const all = draining ? [...checks, stopping] : checks
    const results = await Promise.all(all.map(async (each) => ({ ...each, reason: await reasonOf(each) })))
    return {
      ready: results.every(({ reason, needed }) => reason === null || needed === false),
      checks: Object.fromEntries(results.map(({ name, reason }) => [name, reason ?? 'ok'])),
    }
  }

  function report(): Promise<ReadinessReport> {
    pending ??= runChecks().finally(() => {
      pending = null
    })
    return pending
  }

  return {
    get draining() {
      return draining
    },
    drain() {
      draining = true
      pending = null
      if (performance.now() - lastRequest > longestInterval) interval = null
    },
    report,
    async answer() {
      const now = performance.now()
      const since = now - lastRequest
      lastRequest = now
      if (!draining) interval = since > longestInterval ? null : since
      const result = await report()
      if (draining) announcement.resolve()
      return result
    },
    async told() {
      if (interval === null) return
      const { intervals, milliseconds } = awayAfter
      await Promise.race([announcement.promise, wait(intervals * interval + milliseconds, undefined, { ref: false })])
    },
  }
}

async function reasonOf({ check }: ReadinessCheck): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`It has not answered for ${patience / 1000} s.`), patience)
  })
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Milliseconds between two looks at the checks. */
const period = 1_000

/**
 * Logs once when a check of a node begins to fail, with its reason, when it fails for another reason, and when it passes again
 * (docs/operate/logs.md). Returns a function that compares the checks with before.
 */
export function createStateLog(readiness: Pick<Readiness, 'report' | 'draining'>, log: Log): () => Promise<void> {
  /** Reasons that were logged, by the name of a failing check. */
  const failing = new Map<string, Set<string>>()
  let wasReady = true

  return async () => {
    // That a node stops is logged when it begins to.
    if (readiness.draining) return
    const { ready, checks } = await readiness.report()
    for (const [name, reason] of Object.entries(checks)) {
      const reasons = failing.get(name)
      if (reason === 'ok') {
        if (failing.delete(name)) log(`The check '${name}' passes again.`, 'info')
      } else if (reasons?.has(reason) !== true) {
        failing.set(name, (reasons ?? new Set()).add(reason))
        log(`The check '${name}' fails: ${reason}`, 'warn')
      }
    }
    if (ready !== wasReady)
      log(ready ? 'This node is ready again.' : 'This node is not ready.', ready ? 'info' : 'warn')
    wasReady = ready
  }
}

/** Looks at the checks every second; returns a function that stops it. */
export function watchState(readiness: Pick<Readiness, 'report' | 'draining'>, log: Log): () => void {
  const compare = createStateLog(readiness, log)
  const timer = setInterval(() => void compare(), period).unref()
  return () => clearInterval(timer)
}
