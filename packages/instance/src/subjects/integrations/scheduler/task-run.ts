import { Problem } from '@millwright/contract/problem'
import { type Verb, verbsOf } from '@millwright/contract/verbs'
import { narrowedCaller } from '../../../access/decide.ts'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Authorities } from '../../../gateway/parts.ts'
import type { Log } from '../../../platform/log.ts'
import { inRequest, newRequestId, tracingHeaders } from '../../../platform/tracing/request-context.ts'
import type { OpenSpan } from '../../../platform/tracing/tracing.ts'
import { readCallPath } from '../../../request/call.ts'
import { type Authority, type Caller, instanceCaller } from '../../../request/caller.ts'
import type { Impersonate } from '../../identity/people/caller-of.ts'

/** The parts of a task that a run needs. */
export interface RunnableTask {
  readonly name: string
  readonly service: string
  readonly component: string | null
  readonly verb_mask: number
  readonly payload: string | null
  readonly app_id: number | null
  readonly user_id: number | null
  readonly author_id: number | null
  readonly author_app_id: number | null
}

/** Result of a run; `content` is the error that is stored in the task log. */
export interface RunResult {
  readonly status: number
  readonly content: string | null
}

interface RunParts {
  readonly call: Forward
  readonly impersonate: Impersonate
  readonly authorities: Authorities
  readonly log: Log
  /** Scheme and host of the instance, for responses that contain URLs. */
  readonly origin: string
  /** Parent span of the run; absent: not traced. */
  readonly span?: OpenSpan | undefined
}

const longestContent = 64 * 1024

/** Sends the request of a task through the gateway, with its own request id (docs/wire/scheduler.md). Never throws. */
export function runTask(task: RunnableTask, parts: RunParts, isGivenUp: () => boolean): Promise<RunResult> {
  return inRequest({ id: newRequestId(), span: parts.span }, () => callFor(task, parts, isGivenUp))
}

async function callFor(
  task: RunnableTask,
  { call, impersonate, authorities, log, origin }: RunParts,
  isGivenUp: () => boolean,
): Promise<RunResult> {
  try {
    const author = await authorities({ userId: task.author_id, appId: task.author_app_id })
    const caller = await callerOf(task, author, impersonate)
    const [path = '', query = ''] = (task.component ?? '').split('?')
    const { resource } = readCallPath(`/${task.service}/${path.replace(/\*$/, '')}`)
    const { status, body } = await call({
      verb: verbOf(task.verb_mask),
      service: task.service.toLowerCase(),
      resource,
      params: Object.fromEntries(new URLSearchParams(query)),
      payload: task.payload === null ? undefined : JSON.parse(task.payload),
      payloadFormat: task.payload === null ? 'none' : 'json',
      headers: tracingHeaders(),
      caller,
      sentToken: null,
      requestor: 'API',
      origin,
      address: '',
      isGivenUp,
    })
    return { status, content: status < 300 ? null : textOf(body) }
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, content: textOf(error.envelope()) }
    log(
      `The scheduled task "${task.name}" failed unexpectedly: ${error instanceof Error ? error.stack : String(error)}`,
    )
    return { status: 500, content: textOf(new Problem(500, 'The task failed unexpectedly.').envelope()) }
  }
}

/** The user whom the task names, otherwise its author; full access if that is a full administrator. */
async function callerOf(
  { name, app_id, user_id }: RunnableTask,
  author: Authority | null,
  impersonate: Impersonate,
): Promise<Caller> {
  if (app_id === null && user_id === null) {
    const instance = instanceCaller(`scheduler:${name}`)
    return author === null || author.caller.role === null ? narrowedCaller(instance, author) : author.caller
  }
  const key = app_id === null ? null : { appId: app_id }
  const { caller, refused } = await impersonate({ userId: user_id, key, ignoresSession: false })
  if (refused !== null) throw refused.problem
  return narrowedCaller(caller, author)
}

function verbOf(mask: number): Verb {
  return verbsOf(mask)[0] ?? 'GET'
}

function textOf(body: unknown): string {
  return (JSON.stringify(body) ?? '').slice(0, longestContent)
}
