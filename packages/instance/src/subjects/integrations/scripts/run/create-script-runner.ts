import { createHash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { counted } from '@millwright/connector/counted'
import { Problem } from '@millwright/contract/problem'
import {
  type ScriptAnswer,
  type ScriptBounds,
  type ScriptJob,
  type ScriptLanguage,
  type ScriptRun,
  type ScriptRunner,
  scriptLanguages,
} from '../../../../gateway/ports/script-runner.ts'
import { findLaunch, type Launch } from './launch.ts'
import { librariesFor } from './libraries.ts'
import type { DriverCall, DriverFailure, DriverOutcome } from './protocol.ts'
import { failed } from './script-failure.ts'
import { createScriptPool, type Lease, PoolBusy } from './script-pool.ts'
import { startProcess } from './script-process.ts'

export interface RunnerOptions {
  readonly bounds: ScriptBounds
  /** Most concurrent scripts at each depth. */
  readonly processes: number
  /** A folder that is hidden from scripts. */
  readonly hidden: string
  /** Default: looks for the interpreters of this machine. */
  readonly find?: (language: ScriptLanguage) => Promise<Launch | null>
}

/** Most nested script calls; deeper ones are treated as endless recursion. */
const deepest = 5

/** Creates the runner of scripts. Interpreters are located and started on the first run. */
export function createScriptRunner({ bounds: usual, processes, hidden, find }: RunnerOptions): ScriptRunner {
  const launches = new Map<string, Promise<Launch | null>>()
  const pool = createScriptPool({ most: processes, start })
  let weaknesses: Launch['weaknesses'] | null = null

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
    if (depth > deepest) return failed('depth', `The script '${name}' was not run: scripts call each other too deeply.`)
    if ((await launchOf(language)) === null) {
      return failed('unavailable', `This instance cannot run scripts in ${language}.`)
    }
    const bounds = { ...usual, ...job.bounds }
    const key = createHash('sha256')
      .update(JSON.stringify([language, depth, name, source]))
      .digest('base64')
    try {
      const lease = await pool.take({ language, depth, key }, bounds.time, signal)
      return await runInProcess(lease, job, bounds, signal)
    } catch (error) {
      if (signal?.aborted) return failed('given-up', 'The client aborted the request.')
      if (error instanceof PoolBusy)
        return failed('busy', `Too many scripts are running: '${name}' could not start in time.`)
      return failed('crashed', `The script '${name}' could not be started.`)
    }
  }

  return {
    run,
    languages: () =>
      Promise.all(scriptLanguages.map(async (name) => ({ name, version: (await launchOf(name))?.version ?? null }))),
    async tryIsolation() {
      weaknesses = (await launchOf('nodejs'))?.weaknesses ?? null
    },
    get weaknesses() {
      return weaknesses
    },
    get load() {
      return pool.load
    },
    close: pool.close,
  }
}

/** Megabytes that a process uses before a script allocates any. */
const ownMemory = 96
/** Milliseconds between memory checks of a running script. */
const memoryPace = 50
const longestMessage = 2_000

/** Runs a script in a process that it leases. The process is reused only if the script ended by itself and within its limits. */
function runInProcess(
  { process, release }: Lease,
  job: ScriptJob,
  bounds: ScriptBounds,
  signal: AbortSignal | undefined,
): Promise<ScriptRun> {
  const begun = performance.now()
  const calls = new AbortController()
  const { promise, resolve } = Promise.withResolvers<ScriptRun>()
  let callCount = 0
  let over = false

  function end(run: ScriptRun, reusable: boolean): void {
    if (over) return
    over = true
    clearTimeout(timer)
    clearInterval(watch)
    signal?.removeEventListener('abort', giveUp)
    process.listen(null)
    calls.abort()
    release(reusable)
    resolve({ ...run, durationMs: Math.round((performance.now() - begun) * 10) / 10 })
  }

  const stop = (run: ScriptRun) => end(run, false)
  const tooMuchMemory = () => failed('memory', `The script '${job.name}' exceeded ${bounds.memory} MB of memory.`)
  const giveUp = () => stop(failed('given-up', 'The client aborted the request.'))
  const timer = setTimeout(() => {
    stop(
      failed('time', `The script '${job.name}' exceeded its time limit of ${counted(bounds.time / 1000, 'second')}.`),
    )
  }, bounds.time)
  const watch = setInterval(() => {
    const memory = process.memory()
    if (memory !== null && memory > bounds.memory + ownMemory) stop(tooMuchMemory())
  }, memoryPace)
  signal?.addEventListener('abort', giveUp)

  async function call({ call: number, verb, path, payload, headers, parameters }: DriverCall): Promise<void> {
    callCount += 1
    if (callCount > bounds.calls) {
      return stop(failed('calls', `The script '${job.name}' made more than ${bounds.calls} calls of platform.api.`))
    }
    const answer = await answerOf(() => job.api({ verb, path, payload, headers, parameters }, calls.signal))
    if (over) return
    const { status, contentType, headers: responseHeaders, body } = answer
    try {
      const reason = STATUS_CODES[status] ?? ''
      process.send({
        type: 'answer',
        call: number,
        status,
        reason,
        content_type: contentType,
        headers: responseHeaders,
        body,
      })
    } catch {
      stop(failed('output', `The response to a request of the script '${job.name}' is too long.`))
    }
  }

  function outcome(message: DriverOutcome): void {
    const { output } = message
    const run: ScriptRun = message.ok
      ? { ok: true, event: message.event, returned: message.returned, output, durationMs: 0 }
      : failureOf(message.error, output)
    end(run, !message.last)
  }

  function failureOf({ kind, message, status, code, line }: DriverFailure, output: string): ScriptRun {
    if (kind === 'memory') return { ...tooMuchMemory(), output }
    return failed(kind, message.slice(0, longestMessage), { status, code, line, output })
  }

  process.listen({
    said: (message) => (message.type === 'call' ? void call(message) : outcome(message)),
    invalidMessage(why) {
      const what = why === 'long' ? 'too much output' : 'to standard output, bypassing console'
      stop(failed('output', `The script '${job.name}' wrote ${what}.`))
    },
    ended(last) {
      const outOfMemory = /heap out of memory|Allocation failed|MemoryError|memory size/i.test(last)
      stop(
        outOfMemory
          ? tooMuchMemory()
          : failed('crashed', `The process of the script '${job.name}' ended unexpectedly.`),
      )
    },
  })

  const { name, source, event, platform } = job
  try {
    if (signal?.aborted) giveUp()
    else if (!process.alive) stop(failed('crashed', `The process of the script '${name}' ended unexpectedly.`))
    else {
      const { session, config } = platform
      process.send({ type: 'run', name, source, ...librariesFor(job), event, session, config })
    }
  } catch {
    stop(failed('output', `The event is too long for the script '${name}'.`))
  }
  return promise
}

async function answerOf(api: () => Promise<ScriptAnswer>): Promise<ScriptAnswer> {
  try {
    return await api()
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem(500, 'The call failed on the server.')
    return {
      status: problem.status,
      contentType: 'application/json',
      headers: {},
      body: JSON.stringify(problem.envelope()),
    }
  }
}
