import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Problem } from '@millwright/contract/problem'
import { parseExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Handle, Interceptor } from '../../../../gateway/gateway.ts'
import type { Identify } from '../../../../gateway/parts.ts'
import type { Registered } from '../../../../gateway/registry.ts'
import { onceKept } from '../../../../platform/tracing/request-context.ts'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { eventsOf, type Phase } from '../../events/event-names.ts'
import type { ServicePaths } from '../../events/service-paths.ts'
import { asItIs, type EventValue, eventValue, type Hide } from '../event-value.ts'
import type { RunScript } from '../run-script.ts'
import type { Recordings, WantedEvents } from '../runs/recordings.ts'
import { resultOf } from '../script-result.ts'
import {
  carriesCredentials,
  createAsSession,
  endsSession,
  sessionBegunBy,
  withoutCredentials,
} from './account-requests.ts'
import { changedRequest } from './changed-request.ts'
import { answerOfReply, changedReply, closeUnsentFile, type Reply, replyOf, replyOfProblem } from './reply.ts'
import type { ActiveScript, ScriptIndex, ScriptIndexes, ScriptsAt } from './script-index.ts'

interface EventScriptsParts {
  readonly indexes: ScriptIndexes
  readonly paths: ServicePaths
  readonly run: RunScript
  readonly recordings: Recordings
  /** Queues a script to run after the response. */
  readonly queue: (script: ActiveScript, event: EventValue, request: ApiRequest) => Promise<void>
  /** Most characters of a response that scripts receive. */
  readonly longest: number
  readonly identify: Identify
}

/** The scripts of a request, in the order in which they run. */
interface Plan {
  readonly serviceId: number
  readonly names: readonly string[]
  /** Values of the events' placeholders. */
  readonly resource: unknown
  readonly pre: readonly ActiveScript[]
  readonly post: readonly ActiveScript[]
  readonly plain: readonly ActiveScript[]
  readonly queued: readonly ActiveScript[]
  readonly hide: Hide
  /** Whether responses with a session token begin a session. */
  readonly isOfAccounts: boolean
  /** Names of scripts of these phases whose events are being recorded. */
  readonly wanted: (phases: readonly Phase[]) => readonly string[]
}

const afterwards: readonly Phase[] = ['post_process', 'plain', 'queued']

/** Runs scripts around requests: before the service, after it, and queued (docs/wire/scripts.md). */
export function createEventScripts(parts: EventScriptsParts): Interceptor {
  const { indexes, paths, run, recordings, queue, longest } = parts
  const asSession = createAsSession(parts.identify)

  async function planned(request: ApiRequest, registered: Registered, known: Known): Promise<Plan | null> {
    const there = paths.of(registered.row)
    const { names, resource } = eventsOf(registered.row.name, there instanceof Promise ? await there : there, request)
    const at = known.index.at(names)
    const wanted = (phases: readonly Phase[]) =>
      known.events.among(
        names.flatMap((name) => phases.map((phase) => (phase === 'plain' ? name : `${name}.${phase}`))),
      )
    return at.length > 0 || wanted(['pre_process', ...afterwards]).length > 0
      ? {
          serviceId: registered.row.id,
          names,
          resource,
          wanted,
          ...ofAccounts(registered),
          ...inPhases(at),
        }
      : null
  }

  /**
   * Runs the scripts of a phase in order, each with the current event, and passes their results to `use`, until one stops the
   * propagation.
   */
  async function each(
    scripts: readonly ActiveScript[],
    by: ApiRequest,
    event: () => EventValue,
    use: (result: unknown, sent: EventValue, script: ActiveScript) => boolean | Promise<boolean>,
  ): Promise<void> {
    for (const script of scripts) {
      const sent = event()
      const done = await run.saved(script, sent, by)
      if (done === null) continue
      const result = resultOf(done)
      const goesOn = await use(result, sent, script)
      if (!goesOn || (isRecord(result) && result.stop_propagation === true)) return
    }
  }

  async function before(arrived: ApiRequest, plan: Plan): Promise<{ request: ApiRequest; answer: ApiResponse | null }> {
    let request = arrived
    let answer: ApiResponse | null = null
    for (const name of plan.wanted(['pre_process']))
      recordings.add(name, eventValue(request, plan.resource, null, plan.hide))
    const event = () => eventValue(request, plan.resource, null, plan.hide)
    const by = plan.pre.length > 0 && endsSession(arrived) ? await asSession(arrived, arrived.sentToken) : arrived
    await each(plan.pre, by, event, async (result, sent, script) => {
      if (!script.mayChange) return true
      const changed = changedRequest(request, sent, result)
      if ('answer' in changed) answer = changed.answer
      else {
        if (changed.request.verb !== request.verb) await run.refuseExcess(script, changed.request)
        request = changed.request
      }
      return answer === null
    })
    return { request, answer }
  }

  async function after(request: ApiRequest, first: Reply, plan: Plan): Promise<ApiResponse> {
    let answer: ApiResponse | null = null
    try {
      answer = answerOfReply(await runAfterScripts(request, first, plan))
      return answer
    } finally {
      await closeUnsentFile(first, answer)
    }
  }

  /** The reply after the scripts that follow the service. */
  async function runAfterScripts(request: ApiRequest, first: Reply, plan: Plan): Promise<Reply> {
    let reply = first
    const event = () => eventValue(request, plan.resource, reply, plan.hide)
    for (const name of plan.wanted(afterwards)) recordings.add(name, event())
    const by = await asSession(request, plan.isOfAccounts ? sessionBegunBy(first) : null)
    await each(plan.post, by, event, (result, sent, { mayChange }) => {
      if (mayChange) reply = changedReply(reply, sent, result)
      return true
    })
    await each(plan.plain, by, event, () => true)
    for (const script of plan.queued) {
      const sent = event()
      await onceKept(plan.serviceId, () => queue(script, sent, by))
    }
    return reply
  }

  async function through(request: ApiRequest, registered: Registered, next: Handle, known: Known) {
    const plan = await planned(request, registered, known)
    if (plan === null) return next(request, registered)
    const begun = await before(await withPayload(request, longest), plan)
    const goOn = async () => begun.answer ?? (await next(begun.request, registered))
    const hasLater = plan.post.length + plan.plain.length + plan.queued.length > 0
    if (!hasLater && plan.wanted(afterwards).length === 0) return goOn()
    return after(begun.request, await replyFrom(goOn), plan)
  }

  /** Turns error responses into replies for scripts; unexpected errors are rethrown. */
  async function replyFrom(work: () => Promise<ApiResponse>): Promise<Reply> {
    let answer: ApiResponse
    try {
      answer = await work()
    } catch (error) {
      if (error instanceof Problem) return replyOfProblem(error)
      throw error
    }
    return replyOf(answer, longest)
  }

  const isWanted = ({ index, events }: Known, request: ApiRequest) =>
    (index.services.has(request.service) || events.concerns(request.service)) && !managesScripts(request)

  async function later(known: Promise<Known>, request: ApiRequest, registered: Registered, next: Handle) {
    const loaded = await known
    return isWanted(loaded, request) ? through(request, registered, next, loaded) : next(request, registered)
  }

  return {
    around(request, registered, next) {
      const index = indexes.current()
      const events = recordings.current()
      if (index instanceof Promise || events instanceof Promise) {
        return later(both(index, events), request, registered, next)
      }
      const known = { index, events }
      return isWanted(known, request) ? through(request, registered, next, known) : null
    },
  }
}

/** What determines whether a request concerns scripts. */
interface Known {
  readonly index: ScriptIndex
  readonly events: WantedEvents
}

async function both(
  index: ScriptIndex | Promise<ScriptIndex>,
  events: WantedEvents | Promise<WantedEvents>,
): Promise<Known> {
  return { index: await index, events: await events }
}

function ofAccounts(registered: Registered): Pick<Plan, 'hide' | 'isOfAccounts'> {
  const isOfAccounts = carriesCredentials(registered)
  return { isOfAccounts, hide: isOfAccounts ? withoutCredentials : asItIs }
}

/** Whether the request manages event scripts: these requests bypass scripts, so that a script that blocks everyone can be repaired. */
function managesScripts({ caller, service, resource }: ApiRequest): boolean {
  return caller.sysadmin && service === 'system' && /^event_script(?:\/|$)/.test(resource)
}

function inPhases(at: readonly ScriptsAt[]): Pick<Plan, 'pre' | 'post' | 'plain' | 'queued'> {
  const of = (phase: Phase) => at.flatMap((scripts) => scripts[phase] ?? [])
  return {
    pre: of('pre_process'),
    post: of('post_process'),
    plain: of('plain'),
    queued: at.flatMap((scripts) => (scripts.plain === undefined ? (scripts.queued ?? []) : [])),
  }
}

/**
 * Parses a JSON body that the service would receive as a stream, for scripts; the service still gets the original bytes unless
 * a script changes the value. Other bodies, bodies longer than `most` bytes and bodies without a length stay unread.
 */
async function withPayload(request: ApiRequest, most: number): Promise<ApiRequest> {
  const { upload } = request
  if (upload === undefined || upload.size === null || upload.size > most) return request
  if (!/[/+]json\b/i.test(upload.contentType)) return request
  const bytes = await buffer(upload.content)
  const again = { ...request, upload: { ...upload, content: Readable.from([bytes]) } }
  try {
    return { ...again, payload: parseExact(bytes.toString('utf8')), payloadFormat: 'json' }
  } catch {
    return again
  }
}
