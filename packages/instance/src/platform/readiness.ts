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
}

const stopping: ReadinessCheck = { name: 'node', check: () => 'It is stopping.' }

/** Milliseconds after which a check counts as failed. */
const patience = 2_000

/** Concurrent requests share one report, so that health requests cannot load the store. */
export function createReadiness(checks: readonly ReadinessCheck[]): Readiness {
  let draining = false
  let pending: Promise<ReadinessReport> | null = null

  async function runChecks(): Promise<ReadinessReport> {
    const all = draining ? [...checks, stopping] : checks
    const results = await Promise.all(all.map(async (each) => ({ ...each, reason: await reasonOf(each) })))
    return {
      ready: results.every(({ reason, needed }) => reason === null || needed === false),
      checks: Object.fromEntries(results.map(({ name, reason }) => [name, reason ?? 'ok'])),
    }
  }

  return {
    get draining() {
      return draining
    },
    drain() {
      draining = true
      pending = null
    },
    report() {
      pending ??= runChecks().finally(() => {
        pending = null
      })
      return pending
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
