import { type FieldMessages, invalid, Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { maskSecrets } from '../../../../access/hidden-values.ts'
import type { CallerLookups } from '../../../../gateway/parts.ts'
import { type ScriptLanguage, type ScriptRun, scriptLanguages } from '../../../../gateway/ports/script-runner.ts'
import { writerOf } from '../../../../records/system/authorship.ts'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { oneRecord, readBody } from '../../../../request/body.ts'
import type { Authority } from '../../../../request/caller.ts'
import { FileContent } from '../../../../request/file-content.ts'
import { scriptName } from '../../events/event-names.ts'
import type { ApiFor } from '../call-api.ts'
import { type EventValue, eventValue } from '../event-value.ts'
import { changedRequest } from '../events/changed-request.ts'
import { answerOfReply, changedReply, type Reply } from '../events/reply.ts'
import type { RunScript } from '../run-script.ts'
import { errorOf } from '../runs/run-log.ts'
import { bodyValue } from '../script-bodies.ts'
import { resultOf } from '../script-result.ts'
import type { ReadSource, SourcePlace } from '../source/script-source.ts'
import type { SampleEvent } from './sample-event.ts'
import { differences, notedCalls, type TrialCall } from './trial-report.ts'

interface TrialParts {
  readonly run: RunScript
  readonly apiFor: ApiFor
  readonly lookups: CallerLookups
  readonly readSource: ReadSource
  readonly sample: SampleEvent
  readonly longest: number
}

/** The trial, as requested. */
interface Asked {
  readonly language: ScriptLanguage
  readonly place: SourcePlace
  readonly config: unknown
  readonly mayChange: boolean
  readonly event: EventValue
  readonly simulate: boolean
}

/** Milliseconds between checks whether the client is still connected. */
const lookEvery = 200

/** Runs a script that need not be saved, with an event that need not have happened (docs/wire/scripts.md). */
export function createTrial({ run, apiFor, lookups, readSource, sample, longest }: TrialParts) {
  return async (request: ApiRequest, name: string): Promise<object> => {
    const input = readAsked(request)
    const author = testerOf(request)
    const source = await readSource(input.place, author?.caller ?? null)
    const event = completed(await sample(request, name), input.event)
    const tried = triedRequest(request, event)
    const calls: TrialCall[] = []
    const done = await untilGivenUp(request, (signal) =>
      run.source({ name, language: input.language, config: input.config }, source, event, tried, author, {
        signal,
        api: (by) => notedCalls(apiFor(by), input.simulate, calls),
      }),
    )
    const { private: secrets } = await lookups.of(request.caller, request.origin)
    return withoutSecrets([...secrets.values()], {
      ok: done.ok,
      duration_ms: done.durationMs,
      output: done.output,
      returned: done.ok ? (done.returned ?? null) : null,
      error: errorOf(done),
      event: done.ok ? done.event : event,
      changes: done.ok ? differences(plain(event), plain(done.event)) : [],
      outcome: await outcomeOf(done, { name, event, mayChange: input.mayChange, request: tried }),
      calls,
    })
  }

  async function outcomeOf(done: ScriptRun, by: Occasion): Promise<object> {
    try {
      const result = resultOf(done)
      if (!by.mayChange || !done.ok) return unchanged
      const { phase } = scriptName(by.name)
      if (phase === 'pre_process') return await ofRequest(result, by)
      return phase === 'post_process' ? await ofReply(result, by) : unchanged
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return refused(error)
    }
  }

  async function ofRequest(result: unknown, { request, event }: Occasion): Promise<object> {
    const changed = changedRequest(request, event, result)
    if ('answer' in changed) return answered(changed.answer)
    if (changed.request === request) return unchanged
    return { kind: 'request', request: eventValue(changed.request, event.resource, null).request }
  }

  async function ofReply(result: unknown, { event }: Occasion): Promise<object> {
    const reply = replyIn(event)
    const changed = changedReply(reply, event, result)
    return changed === reply ? unchanged : await answered(answerOfReply(changed))
  }

  async function answered(answer: ApiResponse): Promise<object> {
    const { value, file } = await bodyValue(answer, longest)
    const content_type = answer.body instanceof FileContent ? file?.content.contentType : 'application/json'
    return { kind: 'answer', status_code: answer.status, content: value, content_type, headers: answer.headers ?? {} }
  }
}

/** The caller counts as the author. `null`: a full administrator. */
function testerOf({ caller }: ApiRequest): Authority | null {
  return caller.sysadmin ? null : { author: writerOf(caller), caller }
}

/** Masks private lookup values, which a trial can use but not read. */
function withoutSecrets(secrets: readonly string[], answer: object): object {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return maskSecrets(value, secrets)
    if (Array.isArray(value)) return value.map(walk)
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [maskSecrets(name, secrets), walk(each)]))
  }
  return secrets.length === 0 ? answer : Object(walk(answer))
}

interface Occasion {
  readonly name: string
  readonly event: EventValue
  readonly mayChange: boolean
  readonly request: ApiRequest
}

/** Converts exact numbers to JavaScript numbers. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const unchanged = { kind: 'unchanged' }

function refused(problem: Problem): object {
  const { status, headers } = problem
  return {
    kind: 'refused',
    status_code: status,
    content: problem.envelope(),
    content_type: 'application/json',
    headers,
  }
}

function readAsked(request: ApiRequest): Asked {
  const sent = oneRecord(readBody(request.payload))
  const problems: FieldMessages = {}
  const language = scriptLanguages.find((each) => each === sent.type)
  if (language === undefined) problems.type = [`type must be one of ${scriptLanguages.join(', ')}.`]
  const text = (name: string): string | null => {
    const value = sent[name]
    if (value === undefined || value === null || value === '') return null
    if (typeof value !== 'string') problems[name] = [`${name} must be a text.`]
    return typeof value === 'string' ? value : null
  }
  const serviceId = sent.storage_service_id ?? null
  if (serviceId !== null && !Number.isInteger(serviceId))
    problems.storage_service_id = ['storage_service_id must be a whole number.']
  const event = sent.event ?? {}
  if (!isRecord(event)) problems.event = ['event must be an object.']
  const content = text('content')
  const options = {
    config: configIn(sent.config, problems),
    mayChange: sent.allow_event_modification === true || sent.allow_event_modification === 1,
    simulate: sent.simulate !== false && sent.simulate !== 0,
    place: {
      content,
      serviceId: content === null && typeof serviceId === 'number' ? serviceId : null,
      path: text('storage_path'),
      repository: text('scm_repository'),
      reference: text('scm_reference'),
    },
  }
  if (Object.keys(problems).length > 0 || language === undefined || !isRecord(event)) throw invalid(problems)
  return { ...options, language, event }
}

function configIn(sent: unknown, problems: FieldMessages): unknown {
  if (typeof sent !== 'string') return sent ?? null
  if (sent.trim() === '') return null
  try {
    return JSON.parse(sent)
  } catch {
    problems.config = ['config must be JSON.']
    return null
  }
}

/** Merges the given event into the sample; its request and response may be partial. */
function completed(sample: EventValue, sent: EventValue): EventValue {
  const part = (name: 'request' | 'response') =>
    isRecord(sent[name]) ? { [name]: { ...(isRecord(sample[name]) ? sample[name] : {}), ...sent[name] } } : {}
  return { ...sample, ...sent, ...part('request'), ...part('response') }
}

/** The request that the event would have come from, sent by the caller of the trial. */
function triedRequest(request: ApiRequest, event: EventValue): ApiRequest {
  const seen = isRecord(event.request) ? event.request : {}
  const before = { ...request, payload: undefined, payloadFormat: 'none' as const, params: {}, headers: {} }
  const tried = requestOf(before, seen)
  const name = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback)
  return {
    ...tried,
    service: name(seen.service, '').toLowerCase(),
    resource: name(seen.resource, ''),
    // The caller's own tokens are not available to the script.
    sentToken: null,
  }
}

function requestOf(before: ApiRequest, seen: Readonly<Record<string, unknown>>): ApiRequest {
  try {
    const changed = changedRequest(before, { request: {} }, { request: seen })
    return 'request' in changed ? changed.request : before
  } catch (error) {
    throw error instanceof Problem ? new Problem(400, 'This event has no request to simulate.') : error
  }
}

function replyIn(event: EventValue): Reply {
  const response = isRecord(event.response) ? event.response : {}
  const answer = { status: Number(response.status_code ?? 200), body: response.content }
  return {
    ...answer,
    headers: {},
    contentType: typeof response.content_type === 'string' ? response.content_type : 'application/json',
    content: response.content ?? null,
    unchanged: answer,
  }
}

async function untilGivenUp<T>({ isGivenUp }: ApiRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  const look = setInterval(() => {
    if (isGivenUp?.() === true) ending.abort()
  }, lookEvery)
  try {
    return await work(ending.signal)
  } finally {
    clearInterval(look)
  }
}
