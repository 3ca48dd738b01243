import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { narrowedCaller } from '../../../../access/decide.ts'
import type { Authorities } from '../../../../gateway/parts.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.ts'
import { inRequest, newRequestId } from '../../../../platform/tracing/request-context.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { type Caller, instanceCaller } from '../../../../request/caller.ts'
import { fullAccess } from '../../../../request/compiled-role.ts'
import type { Impersonate } from '../../../identity/people/caller-of.ts'
import type { EventValue } from '../event-value.ts'
import type { Runnable, RunScript } from '../run-script.ts'
import type { QueuedJob, QueueStore, TakenJob } from './queue-store.ts'

/** Runs scripts after the responses that queued them. */
export interface ScriptQueue {
  /**
   * Queues a script; it runs once the response is being sent, and after `delay` seconds at the earliest. Throws a 503 if the
   * queue is full.
   */
  add(script: string, event: EventValue, request: ApiRequest, delay?: number): Promise<void>
  /** Starts polling for jobs left by other nodes or a previous process. */
  start(): void
  /** Number of waiting and active runs on all nodes. */
  length(): Promise<number>
  /** Resolves when no run is left. */
  idle(): Promise<void>
  /** Starts no more runs, and releases active ones for the next start. */
  close(): Promise<void>
}

interface QueueParts {
  readonly store: QueueStore
  readonly clock: Clock
  readonly log: Log
  readonly run: RunScript
  readonly impersonate: Impersonate
  readonly authorities: Authorities
  /** The active script with this name; `null`: it no longer exists. */
  readonly script: (name: string) => Promise<Runnable | null>
  /** Longest run in seconds. */
  readonly timeout: number
  /** Most waiting runs. */
  readonly most: number
}

const atOnce = 4
/** How often a job is started if nodes die during its run. */
const maxAttempts = 3
const lookEvery = 30_000

export function createScriptQueue(parts: QueueParts): ScriptQueue {
  const { store, clock, log, run, impersonate, authorities, script, timeout, most } = parts
  const ending = new AbortController()
  const workers = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | null = null

  /** Starts another worker unless enough are active; each works until the queue is empty. */
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
    if (attempts > maxAttempts) log(`The queued script ${name} is abandoned: its run never finished.`)
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

  /** The sender, limited by the authors that limited the original request. */
  async function callerOf({ by }: QueuedJob, name: string): Promise<Caller> {
    let caller = await senderOf(by, name)
    for (const author of by.authors ?? []) caller = narrowedCaller(caller, await authorities(author))
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
        internal: caller.user === null && (caller.sysadmin || caller.role === fullAccess),
        authors: caller.narrowedBy?.map(({ author }) => author),
      }
      const job = { event, verb, service, resource, origin, address, depth: scriptDepth, by }
      if (!(await store.add(name, job, delay === 0 ? 0 : clock() + delay * 1000))) {
        throw new Problem(503, 'The queue of scripts is full.')
      }
      if (delay === 0) setImmediate(kick)
      // Longer delays are found by polling.
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

/** The id of the request that queued the run, as in its event; a new id if it had none. */
function causeOf({ event: { request } }: QueuedJob): string {
  const headers = isRecord(request) && isRecord(request.headers) ? request.headers : {}
  const id = headers['x-request-id']
  return typeof id === 'string' ? id : newRequestId()
}
