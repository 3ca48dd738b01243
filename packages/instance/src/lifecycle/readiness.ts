/** One thing that an instance needs before it can take requests. */
export interface ReadinessCheck {
  /** As `/health/ready` names it. */
  readonly name: string
  /** Null when it is fine, else why not, as one sentence. What it throws is that sentence. */
  check(): Promise<string | null> | string | null
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

/** Milliseconds after which a check that has not answered counts as failed. */
const patience = 2_000

/** Requests that come together share one report, so that nobody can load the store by asking. */
export function createReadiness(checks: readonly ReadinessCheck[]): Readiness {
  let draining = false
  let pending: Promise<ReadinessReport> | null = null

  async function runChecks(): Promise<ReadinessReport> {
    const results = await Promise.all(checks.map(async (each) => [each.name, await reasonOf(each)] as const))
    const reasons = draining ? [...results, ['node', 'It is stopping.'] as const] : results
    return {
      ready: reasons.every(([, reason]) => reason === null),
      checks: Object.fromEntries(reasons.map(([name, reason]) => [name, reason ?? 'ok'])),
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
