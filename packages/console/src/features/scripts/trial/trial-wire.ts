import { queryOptions } from '@tanstack/react-query'
import { send } from '../../../instance/send.ts'
import { serverMessages } from '../../../instance/server-sentences.ts'
import { fromScriptDraft, type ScriptDraft } from '../script-draft.ts'
import { scriptCollection } from '../script-queries.ts'

/** Sample and recorded events for trial runs (docs/wire/scripts.md). */
export interface TrialEvents {
  readonly sample?: unknown
  readonly recorded?: readonly { readonly date: string; readonly event: unknown }[]
  readonly recording_until?: string | null
}

export interface ScriptFailure {
  readonly message: string
  readonly status?: number | null
  readonly code?: number | string | null
  /** Line of the source, counted from 1. */
  readonly line?: number | null
  readonly kind?: string
}

export interface TrialChange {
  readonly path: string
  readonly kind: 'added' | 'changed' | 'removed'
  readonly before?: unknown
  readonly after?: unknown
}

export interface TrialCall {
  readonly verb: string
  readonly path: string
  readonly status: number
  readonly simulated?: boolean
  readonly duration_ms?: number
}

interface TrialOutcome {
  readonly kind: 'unchanged' | 'request' | 'answer' | 'refused'
  readonly status_code?: number
  readonly content?: unknown
}

export interface TrialAnswer {
  readonly ok: boolean
  readonly duration_ms: number
  readonly output?: string
  readonly returned?: unknown
  readonly error?: ScriptFailure | null
  readonly changes?: readonly TrialChange[]
  readonly outcome?: TrialOutcome
  readonly calls?: readonly TrialCall[]
}

/** Milliseconds between two reads while events are recorded. */
const every = 2000

export function trialEventsQuery(name: string) {
  return queryOptions({
    queryKey: ['script-events', name],
    queryFn: async ({ signal }) => {
      const { data } = await send<TrialEvents>({ verb: 'GET', path: eventPath(name), signal })
      return data
    },
    refetchInterval: ({ state }) => (isRecording(state.data) ? every : false),
    refetchOnWindowFocus: false,
    staleTime: 10_000,
  })
}

export function isRecording(events: TrialEvents | undefined): boolean {
  return typeof events?.recording_until === 'string'
}

/** Minutes for which events are recorded. */
export const recordedFor = 10

export async function startRecording(name: string): Promise<void> {
  await send({ verb: 'POST', path: eventPath(name), body: { minutes: recordedFor } })
}

/** Stops recording and deletes the recorded events. */
export async function stopRecording(name: string): Promise<void> {
  await send({ verb: 'DELETE', path: eventPath(name) })
}

interface Trial {
  readonly draft: ScriptDraft
  readonly event: unknown
  /** Requests that would change something are not made. */
  readonly simulate: boolean
}

/** Runs a draft without saving it. Aborting stops the script. */
export async function tryScript(name: string, trial: Trial, signal: AbortSignal): Promise<TrialAnswer> {
  const { draft, event, simulate } = trial
  const { content, ...script } = { content: draft.content, ...fromScriptDraft(name, draft) }
  const body = { ...script, ...(draft.storage_service_id === '' && { content }), event, simulate }
  const pending = send<TrialAnswer>({ verb: 'POST', path: `${scriptPath(name)}/trial`, body, signal })
  const [{ data }] = await Promise.all([pending, serverMessages.load()])
  const { error } = data
  return error ? { ...data, error: { ...error, message: serverMessages.say(error.message) } } : data
}

function eventPath(name: string): string {
  return `${scriptPath(name)}/event`
}

function scriptPath(name: string): string {
  return `${scriptCollection}/${encodeURIComponent(name)}`
}
