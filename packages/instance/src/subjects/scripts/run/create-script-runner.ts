import { createHash } from 'node:crypto'
import type {
  ScriptBounds,
  ScriptJob,
  ScriptLanguage,
  ScriptRun,
  ScriptRunner,
} from '../../../gateway/ports/script-runner.ts'
import { scriptLanguages } from '../../../gateway/ports/script-runner.ts'
import { findLaunch, type Launch } from './launch.ts'
import { runInProcess } from './run-in-process.ts'
import { failed } from './script-failure.ts'
import { createScriptPool, PoolBusy } from './script-pool.ts'
import { startProcess } from './script-process.ts'

export interface RunnerOptions {
  readonly bounds: ScriptBounds
  /** Scripts that may run at once, in each depth. */
  readonly processes: number
  /** A folder that scripts must not see. */
  readonly hidden: string
  /** Absent: what this machine has. */
  readonly find?: (language: ScriptLanguage) => Promise<Launch | null>
}

/** Scripts of scripts of scripts: what is deeper calls itself. */
const deepest = 5

/** Nothing is looked for nor started before the first script is run. */
export function createScriptRunner({ bounds: usual, processes, hidden, find }: RunnerOptions): ScriptRunner {
  const launches = new Map<string, Promise<Launch | null>>()
  const pool = createScriptPool({ most: processes, start })

  function launchOf(language: ScriptLanguage): Promise<Launch | null> {
    const known = launches.get(language)
    if (known !== undefined) return known
    const found = find?.(language) ?? findLaunch(language, hidden)
    launches.set(language, found)
    return found
  }

  async function start(language: string) {
    const launch = await launches.get(language)
    if (!launch) throw new Error(`Nothing runs ${language}.`)
    const longest = Math.ceil(usual.time / 1000) * 4 + 60
    return startProcess(launch.command(usual.memory, longest))
  }

  async function run(job: ScriptJob, signal?: AbortSignal): Promise<ScriptRun> {
    const { language, depth, name, source } = job
    if (depth > deepest)
      return failed('depth', `The script '${name}' is called by scripts that call each other without end.`)
    if ((await launchOf(language)) === null) {
      return failed('unavailable', `Nothing on this instance can run scripts in ${language}.`)
    }
    const bounds = { ...usual, ...job.bounds }
    const key = createHash('sha256')
      .update(JSON.stringify([language, depth, name, source]))
      .digest('base64')
    try {
      const lease = await pool.take({ language, depth, key }, bounds.time, signal)
      return await runInProcess(lease, job, bounds, signal)
    } catch (error) {
      if (signal?.aborted) return failed('given-up', 'Nobody waits for the script any more.')
      if (error instanceof PoolBusy) return failed('busy', `Too many scripts run at once for '${name}' to run in time.`)
      return failed('crashed', `The script '${name}' could not be started.`)
    }
  }

  return {
    run,
    languages: () =>
      Promise.all(scriptLanguages.map(async (name) => ({ name, version: (await launchOf(name))?.version ?? null }))),
    close: pool.close,
  }
}
