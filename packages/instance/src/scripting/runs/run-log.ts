import type { Clock } from '../../clock.ts'
import { isoMicros } from '../../clock.ts'
import type { ScriptRun } from '../run/script-runner.ts'

/** What is kept of a run (docs/wire/scripts.md). */
export interface LoggedRun {
  readonly id: number
  readonly date: string
  readonly duration_ms: number
  readonly ok: boolean
  readonly verb: string
  readonly path: string
  readonly user_id: number | null
  readonly output: string
  readonly error: RunError | null
}

export interface RunError {
  readonly message: string
  readonly status: number
  readonly code: number | null
  readonly line: number | null
  readonly kind: string
}

/** For which call a script ran. */
export interface RunOccasion {
  readonly verb: string
  readonly path: string
  readonly userId: number | null
}

/** The last runs of scripts on this node, in memory. */
export interface RunLog {
  add(script: string, run: ScriptRun, occasion: RunOccasion): void
  /** The newest first. */
  of(script: string): readonly LoggedRun[]
}

const kept = 20
const scriptsKept = 500
const longestOutput = 4_000

export function createRunLog(clock: Clock): RunLog {
  const byScript = new Map<string, LoggedRun[]>()
  let last = 0

  return {
    add(script, run, { verb, path, userId }) {
      last += 1
      const logged: LoggedRun = {
        id: last,
        date: isoMicros(clock() - run.durationMs),
        duration_ms: run.durationMs,
        ok: run.ok,
        verb,
        path,
        user_id: userId,
        output: run.output.slice(0, longestOutput),
        error: errorOf(run),
      }
      const runs = [logged, ...(byScript.get(script) ?? [])].slice(0, kept)
      byScript.delete(script)
      byScript.set(script, runs)
      for (const oldest of byScript.keys()) {
        if (byScript.size <= scriptsKept) return
        byScript.delete(oldest)
      }
    },
    of: (script) => byScript.get(script) ?? [],
  }
}

export function errorOf(run: ScriptRun): RunError | null {
  if (run.ok) return null
  const { message, status, code = null, line = null, kind } = run.error
  return { message, status, code, line, kind }
}
