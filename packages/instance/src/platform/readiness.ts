/** One thing that an instance needs before it can take requests. */
export interface ReadinessCheck {
  /** As `/health/ready` names it. */
  readonly name: string
  /** Null when it is fine, else why not, as one sentence. What it throws is that sentence. */
  check(): Promise<string | null> | string | null
  /** False: a node without it is ready all the same, and says so. Absent: it is needed. */
  readonly needed?: boolean
}

/** docs/wire/health.md */
export interface ReadinessReport {
  readonly ready: boolean
  /** `ok`, or the reason, by the name of the check. */
  readonly checks: Readonly<Record<string, string>>
}

/** Whether a node can take requests. */
export interface Readiness {
  /** A stopping node tells load balancers before it closes its listener. */
  readonly draining: boolean
  drain(): void
  report(): Promise<ReadinessReport>
}

const stopping: ReadinessCheck = { name: 'node', check: () => 'It is stopping.' }

/** Milliseconds after which a check that has not answered counts as failed. */
const patience = 2_000

/** Requests that come together share one report, so that nobody can load the store by asking. */
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
