import type { Log } from './log.ts'
import type { Readiness } from './readiness.ts'

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
      const told = failing.get(name)
      if (reason === 'ok') {
        if (failing.delete(name)) log(`The check '${name}' passes again.`, 'info')
      } else if (told?.has(reason) !== true) {
        failing.set(name, (told ?? new Set()).add(reason))
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
