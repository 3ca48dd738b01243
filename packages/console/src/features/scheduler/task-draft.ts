import type { SchedulerTask, TaskLog } from '@millwright/contract/records/scheduler'
import { isVerb, type Verb, verbMask, verbsOf } from '@millwright/contract/verbs'
import { type HasOne, oneOf } from '../../instance/has-one.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import type { PanelDeclaration } from '../../widgets/form/editor-frame/use-editor.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { taskMessages } from './messages.ts'

type Chosen = { readonly id: number; readonly label: string } | null

/** The form values of a task, under their API names so that field errors match. */
export type TaskDraft = {
  readonly name: string
  readonly description: string
  readonly is_active: boolean
  readonly service_id: number | null
  readonly component: string
  readonly verb: Verb
  /** Whether the task runs at an interval in minutes or by a cron expression. */
  readonly timetable: 'minutes' | 'cron'
  readonly frequency: string
  readonly cron: string
  /** Retained in the form while the verb has no payload. */
  readonly payload: string
  readonly app_id: Chosen
  readonly user_id: Chosen
}

interface Named {
  readonly name?: string | null
}

/** A task as any server may return it. */
export type TaskRecord = Partial<Omit<SchedulerTask, 'task_log_by_task_id' | 'payload'>> & {
  readonly payload?: unknown
  readonly task_log_by_task_id?: HasOne<TaskLog>
  readonly app_by_app_id?: Named | null
  readonly user_by_user_id?: Named | null
}

export const taskLabels = {
  name: tabWords.name,
  description: tabWords.description,
  is_active: tabWords.active,
  service_id: tabWords.service,
  component: taskMessages.component,
  verb: taskMessages.method,
  timetable: taskMessages.schedule,
  frequency: taskMessages.frequencyMinutes,
  cron: taskMessages.cronExpression,
  payload: taskMessages.payloadJson,
  app_id: taskMessages.runAsApp,
  user_id: taskMessages.runAsUser,
} as const satisfies { readonly [K in keyof TaskDraft]: string }

/** Editor declaration of tasks. `plus`: the server supports cron expressions, runs and the choice of app and user. */
export function taskEditing(plus: boolean): PanelDeclaration<TaskRecord, TaskDraft> {
  const related = ['task_log_by_task_id', ...(plus ? ['app_by_app_id', 'user_by_user_id'] : [])]
  return {
    collection: 'system/scheduler',
    params: { fields: '*', related: related.join(',') },
    labels: taskLabels,
    toDraft: draftOfTask,
    toCopy: draftOfTaskCopy,
    toCreate: (draft) => taskToSend(draft, null, plus),
    toUpdate: (draft, record) => taskToSend(draft, record, plus),
    check: checkTask,
    notice: ({ fields }) => (fields.service_id ? { title: commonWords.apiError, text: fields.service_id } : null),
    fieldFor: (said) => (said === 'verb_mask' ? 'verb' : said),
  }
}

/** Form values of a task, or of a new one if `record` is `null`. */
export function draftOfTask(record: TaskRecord | null): TaskDraft {
  const cron = record?.cron ?? ''
  return {
    name: record?.name ?? '',
    description: record?.description ?? '',
    is_active: record === null || record.is_active === true,
    service_id: record?.service_id ?? null,
    component: record?.component ?? '',
    verb: verbOf(record),
    timetable: cron === '' ? 'minutes' : 'cron',
    frequency: String(record?.frequency ?? 1),
    cron,
    payload: payloadText(record?.payload),
    app_id: chosenOf(record?.app_id, record?.app_by_app_id, tabWords.app),
    user_id: chosenOf(record?.user_id, record?.user_by_user_id, tabWords.user),
  }
}

/** Form values of a copy, which is inactive so that the same request does not run twice unintentionally. */
export function draftOfTaskCopy(record: TaskRecord): TaskDraft {
  const draft = draftOfTask(record)
  return { ...draft, name: taskMessages.copy({ name: draft.name }), is_active: false }
}

export function verbOf(record: TaskRecord | null): Verb {
  const said = record?.verb ?? ''
  return isVerb(said) ? said : (verbsOf(record?.verb_mask ?? 1)[0] ?? 'GET')
}

/** The last failure of a task, or `null`. */
export function logOf({ task_log_by_task_id: log }: TaskRecord): TaskLog | null {
  return oneOf(log)
}

function chosenOf(id: number | null | undefined, related: Named | null | undefined, word: string): Chosen {
  if (id === null || id === undefined) return null
  return { id, label: related?.name || `${word} ${id}` }
}

/** Formats JSON with indentation; returns text that is not valid JSON unchanged. */
function payloadText(payload: unknown): string {
  if (payload === null || payload === undefined) return ''
  if (typeof payload !== 'string') return JSON.stringify(payload, null, 2)
  return payload
}

/** The body of a create or update request. */
export function taskToSend(draft: TaskDraft, record: TaskRecord | null, plus: boolean): Record<string, unknown> {
  const description = draft.description.trim()
  const component = draft.component.trim()
  const payload = draft.payload.trim()
  return {
    name: draft.name.trim(),
    description: description === '' ? (record?.description === '' ? '' : null) : description,
    is_active: draft.is_active,
    service_id: draft.service_id,
    component: component === '' ? (record?.component === '' ? '' : null) : component,
    verb: draft.verb,
    verb_mask: verbMask[draft.verb],
    frequency: isMinutes(draft.frequency) ? Number(draft.frequency) : (record?.frequency ?? 1),
    payload: draft.verb === 'GET' || payload === '' ? null : payload,
    ...(plus && {
      cron: draft.timetable === 'cron' ? draft.cron.trim() : null,
      app_id: draft.app_id?.id ?? null,
      user_id: draft.user_id?.id ?? null,
    }),
  }
}

/** Validates the form before it is sent; returns `null` if it is valid. */
export function checkTask(draft: TaskDraft): FormProblem | null {
  const fields: Record<string, string> = {}
  if (draft.name.trim() === '') fields.name = taskMessages.nameMissing
  if (draft.service_id === null) fields.service_id = taskMessages.serviceMissing
  if (draft.timetable === 'minutes' && !isMinutes(draft.frequency)) fields.frequency = taskMessages.frequencyWrong
  if (draft.timetable === 'cron' && draft.cron.trim() === '') fields.cron = taskMessages.cronMissing
  if (draft.verb !== 'GET' && !isJson(draft.payload)) fields.payload = taskMessages.payloadWrong
  return Object.keys(fields).length > 0 ? { fields, general: [] } : null
}

function isMinutes(text: string): boolean {
  return /^\s*[1-9]\d*\s*$/.test(text)
}

function isJson(text: string): boolean {
  if (text.trim() === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
