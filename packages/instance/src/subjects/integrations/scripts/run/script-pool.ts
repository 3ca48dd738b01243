import type { Load } from '@millwright/connector/semaphore'
import type { ScriptProcess } from './script-process.ts'

/** Properties that decide whether two scripts may share a process: a process only ever runs one script. */
export interface PooledScript {
  readonly language: string
  /** Each depth has its own limit, so scripts that wait for nested scripts never block those. */
  readonly depth: number
  /** Key of the source and its name. */
  readonly key: string
}

/** A process that is reserved for one run. */
export interface Lease {
  readonly process: ScriptProcess
  /** Returns the process to the pool; `reusable`: it can run the same script again. */
  release(reusable: boolean): void
}

/** Thrown if too many runs are waiting, or no process became available in time. */
export class PoolBusy extends Error {}

interface Waiting {
  readonly script: PooledScript
  readonly start: () => void
}

interface Idle {
  readonly script: PooledScript
  readonly process: ScriptProcess
  readonly since: number
  readonly runs: number
}

export interface PoolOptions {
  /** Most busy processes at each depth. */
  readonly most: number
  readonly start: (language: string) => Promise<ScriptProcess>
}

const mayWait = 1_000
/** Share of `mayWait` for one script, so that a busy script does not block all others. */
const maxWaitingPerScript = 500
const longestIdle = 60_000
const runsOfOne = 1_000

/**
 * A pool of processes: each stays assigned to the script that it ran, and one spare per used language is started ahead of time.
 * A busy script leaves a quarter of the processes to others.
 */
export function createScriptPool({ most, start }: PoolOptions) {
  const ofScript = Math.max(1, Math.ceil(most * 0.75))
  const busy = new Map<number, PooledScript[]>()
  const blank = new Map<string, Promise<ScriptProcess>>()
  const everything = new Set<ScriptProcess>()
  let idle: Idle[] = []
  let waiting: Waiting[] = []
  let open = true
  const sweeper = setInterval(sweep, longestIdle / 2).unref()

  function atWork(depth: number): PooledScript[] {
    const list = busy.get(depth) ?? []
    busy.set(depth, list)
    return list
  }

  function hasPlace(script: PooledScript): boolean {
    const list = atWork(script.depth)
    return list.length < most && list.filter(({ key }) => key === script.key).length < ofScript
  }

  function admitNext(): void {
    const at = waiting.findIndex(({ script }) => hasPlace(script))
    const next = waiting[at]
    if (next === undefined) return
    waiting = waiting.toSpliced(at, 1)
    next.start()
  }

  function leave(script: PooledScript): void {
    const list = atWork(script.depth)
    list.splice(list.indexOf(script), 1)
    admitNext()
  }

  async function place(script: PooledScript, patience: number, signal: AbortSignal | undefined): Promise<void> {
    if (hasPlace(script)) {
      atWork(script.depth).push(script)
      return
    }
    if (
      waiting.length >= mayWait ||
      waiting.filter((each) => each.script.key === script.key).length >= maxWaitingPerScript
    ) {
      throw new PoolBusy('Too many scripts are already waiting.')
    }
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
        script,
        start() {
          done()
          atWork(script.depth).push(script)
          resolve()
        },
      }
      const giveUp = () => {
        done()
        waiting = waiting.filter((each) => each !== entry)
        reject(new PoolBusy('No process was available in time.'))
      }
      const timer = setTimeout(giveUp, patience)
      signal?.addEventListener('abort', giveUp)
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      waiting.push(entry)
    })
  }

  async function started(language: string): Promise<ScriptProcess> {
    const process = await start(language)
    everything.add(process)
    void process.ended.then(() => everything.delete(process))
    if (!open) process.kill()
    return process
  }

  function prepare(language: string): void {
    if (!open || blank.has(language)) return
    const next = started(language)
    next.catch(() => blank.delete(language))
    blank.set(language, next)
  }

  async function processFor(script: PooledScript): Promise<{ process: ScriptProcess; runs: number }> {
    const at = idle.findLastIndex((each) => each.script.key === script.key && each.process.alive)
    const known = idle[at]
    if (known !== undefined) {
      idle = idle.toSpliced(at, 1)
      return known
    }
    const ready = blank.get(script.language)
    blank.delete(script.language)
    const process = (await ready) ?? (await started(script.language))
    const fit = process.alive ? process : await started(script.language)
    prepare(script.language)
    return { process: fit, runs: 0 }
  }

  function keep(script: PooledScript, process: ScriptProcess, runs: number): void {
    idle.push({ script, process, since: performance.now(), runs })
    while (idle.length > most) idle.shift()?.process.kill()
  }

  function sweep(): void {
    const old = performance.now() - longestIdle
    for (const { process } of idle.filter(({ since }) => since < old)) process.kill()
    idle = idle.filter(({ since, process }) => since >= old && process.alive)
  }

  return {
    /** Waits up to `patience` milliseconds for a process; throws `PoolBusy`. */
    async take(script: PooledScript, patience: number, signal: AbortSignal | undefined): Promise<Lease> {
      await place(script, patience, signal)
      try {
        const { process, runs } = await processFor(script)
        return {
          process,
          release(reusable) {
            if (reusable && open && process.alive && runs < runsOfOne) keep(script, process, runs + 1)
            else process.kill()
            leave(script)
          },
        }
      } catch (error) {
        leave(script)
        throw error
      }
    },
    get load(): Load {
      const used = [...busy.values()].reduce((sum, { length }) => sum + length, 0)
      return { used, idle: idle.length, waiting: waiting.length }
    },
    async close(): Promise<void> {
      open = false
      clearInterval(sweeper)
      // The `ended` promises alone would not keep this process alive until they resolve.
      const waits = setInterval(() => undefined, 60_000)
      await Promise.allSettled(blank.values())
      for (const process of everything) process.kill()
      await Promise.all([...everything].map(({ ended }) => ended))
      clearInterval(waits)
    },
  }
}
