import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { instanceCaller } from '../../../access/instance-caller.ts'
import { narrowed } from '../../../access/narrowed.ts'
import type { Authorities } from '../../../gateway/parts.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { inRequest, newRequestId } from '../../../platform/tracing/request-context.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'
import { everything } from '../../../request/compiled-role.ts'
import type { Impersonate } from '../../people/impersonation.ts'
import type { EventValue } from '../event-value.ts'
import type { Runnable, RunScript } from '../run-script.ts'
import type { QueuedJob, QueueStore, TakenJob } from './queue-store.ts'

/** Runs scripts after the answers at whose end they were asked for. */
export interface ScriptQueue {
  /**
   * Keeps a script to be run; it begins when the answer is on its way, and `delay` seconds later at the earliest. Throws 503 when as many
   * wait as may.
   */
  add(script: string, event: EventValue, request: ApiRequest, delay?: number): Promise<void>
  /** Looks from now on for what other nodes, or an earlier start, have left. */
  start(): void
  /** Runs that wait or go on, on whatever node. */
  length(): Promise<number>
  /** When nothing is left to run. */
  idle(): Promise<void>
  /** Begins nothing any more; what runs is given back, for the next start. */
  close(): Promise<void>
}

interface QueueParts {
  readonly store: QueueStore
  readonly clock: Clock
  readonly log: Log
  readonly run: RunScript
  readonly impersonate: Impersonate
  readonly authorities: Authorities
  /** An active script by its name; null: there is none any more. */
  readonly script: (name: string) => Promise<Runnable | null>
  /** Seconds that a run may take. */
  readonly timeout: number
  /** Runs that may wait. */
  readonly most: number
}

const atOnce = 4
/** Times that a job is begun, when nodes die while it runs. */
const mostAttempts = 3
const lookEvery = 30_000

export function createScriptQueue(parts: QueueParts): ScriptQueue {
  const { store, clock, log, run, impersonate, authorities, script, timeout, most } = parts
  const ending = new AbortController()
  const workers = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | null = null

  /** One more worker, unless there are enough: each goes on until nothing is left. */
  function kick(): void {
    if (ending.signal.aborted || workers.size >= atOnce) return
    const worker = work()
      .catch((error: unknown) => log(`The queue of scripts failed: ${String(error)}`))
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }

  async function work(): Promise<void> {
    while (!ending.signal.aborted) {
      const taken = await store.take(clock() + (timeout * 2 + 60) * 1000)
      if (taken === null) return
      await perform(taken)
    }
  }

  async function perform({ id, script: name, job, attempts }: TakenJob): Promise<void> {
    if (attempts > mostAttempts) log(`The queued script ${name} is abandoned: its run never finished.`)
    else {
      const runnable = await script(name)
      if (runnable !== null) await inRequest({ id: causeOf(job) }, () => runFor(runnable, job))
      if (ending.signal.aborted) return store.release(id)
    }
    await store.done(id)
  }

  async function runFor(runnable: Runnable, job: QueuedJob): Promise<void> {
    try {
      const { verb, service, resource, origin, address, depth } = job
      const caller = await callerOf(job, runnable.name)
      const by = { caller, sentToken: null, origin, address, scriptDepth: depth, verb, service, resource }
      await run.saved(runnable, job.event, by, ending.signal)
    } catch (error) {
      const why = error instanceof Problem ? error.message : error instanceof Error ? error.stack : String(error)
      log(`The queued script ${runnable.name} failed: ${why}`)
    }
  }

  /** Those who had a part in the call have one in what comes of it later. */
  async function callerOf({ by }: QueuedJob, name: string): Promise<Caller> {
    let caller = await senderOf(by, name)
    for (const author of by.authors ?? []) caller = narrowed(caller, await authorities(author))
    return caller
  }

  async function senderOf({ userId, appId, internal }: QueuedJob['by'], script: string): Promise<Caller> {
    if (internal) return instanceCaller(`script:${script}`)
    const { caller, refused } = await impersonate({
      userId,
      key: appId === null ? null : { appId },
      ignoresSession: false,
    })
    if (refused !== null) throw refused.problem
    return caller
  }

  return {
    async add(name, event, request, delay = 0) {
      if (await store.holds(most)) throw new Problem(503, `The queue of scripts is full: at most ${most} can wait.`)
      const { verb, service, resource, origin, address, caller, scriptDepth = 0 } = request
      const by = {
        userId: caller.user?.id ?? null,
        appId: caller.app?.id ?? null,
        internal: caller.user === null && (caller.sysadmin || caller.role === everything),
        authors: caller.narrowedBy?.map(({ author }) => author),
      }
      const job = { event, verb, service, resource, origin, address, depth: scriptDepth, by }
      if (!(await store.add(name, job, delay === 0 ? 0 : clock() + delay * 1000))) {
        throw new Problem(503, 'The queue of scripts is full.')
      }
      if (delay === 0) setImmediate(kick)
      // Later ones are found by looking.
      else if (delay * 1000 < lookEvery) setTimeout(kick, delay * 1000).unref()
    },
    start() {
      kick()
      timer = setInterval(kick, lookEvery)
      timer.unref()
    },
    length: () => store.length(),
    async idle() {
      kick()
      do await Promise.all(workers)
      while (workers.size > 0)
    },
    async close() {
      ending.abort()
      if (timer !== null) clearInterval(timer)
      await Promise.all(workers)
    },
  }
}

/** The ID of the request after which a script runs, as the script sees it; a new one where no request had one. */
function causeOf({ event: { request } }: QueuedJob): string {
  const headers = isRecord(request) && isRecord(request.headers) ? request.headers : {}
  const id = headers['x-request-id']
  return typeof id === 'string' ? id : newRequestId()
}
