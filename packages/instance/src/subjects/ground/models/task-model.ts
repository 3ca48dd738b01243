import { invalid } from '@millwright/contract/problem'
import { integer, string, text } from '@millwright/contract/records/field'
import { schedulerFields, zonedCron } from '@millwright/contract/records/scheduler'
import { isVerb, verbMask, verbsOf } from '@millwright/contract/verbs'
import { Cron } from 'croner'
import { isoMicros } from '../../../platform/clock.ts'
import type { Vault } from '../../../platform/vault.ts'
import { maskMembers, replaceSecretMembers, restoreMembers } from '../../../records/secret-members.ts'
import { declareTable } from '../../../records/system/declared-table.ts'

/** Returns what is wrong with a cron expression, or `null` if it is valid. */
export function cronProblem(text: string): string | null {
  try {
    if (timesOf(text).nextRun() === null) return 'cron matches no point in time.'
    return null
  } catch {
    return 'cron must be five or six fields, such as 0 6 * * 1-5 for six o’clock on weekdays, in UTC or after a time zone such as TZ=Europe/Berlin.'
  }
}

/**
 * Parses a cron expression with its time zone, UTC by default. A time skipped when clocks go forward counts as the moment after it; a
 * time that occurs twice counts once.
 */
export function timesOf(cron: string): Cron {
  const { fields, timezone } = zonedCron(cron)
  return new Cron(fields, { timezone })
}

type Task = Readonly<Record<string, unknown>>

/**
 * Returns the JSON text that a task sends, as written, or `null` if there is none. `stored`: encrypted, or plain if it was
 * stored before payloads were encrypted.
 */
export function openPayload(stored: unknown, vault: Vault): string | null {
  if (typeof stored !== 'string') return null
  try {
    return vault.open(stored)
  } catch {
    return stored
  }
}

/** A stored payload for a response, with members masked whose names mark them as secret. */
function maskPayload(stored: unknown, vault: Vault): string | null {
  const text = openPayload(stored, vault)
  if (text === null) return null
  const value: unknown = JSON.parse(text)
  const masked = JSON.stringify(maskMembers(value))
  return masked === JSON.stringify(value) ? text : masked
}

/**
 * Encrypts a payload for storage, with masks replaced by the stored values. Returns undefined if none was sent.
 * @throws {Problem} 400 if masked secrets would be sent to another service or resource
 */
export function sealPayload(values: Task, previous: Task | null, vault: Vault): string | null | undefined {
  const { payload } = values
  if (payload === null) return null
  const stored = openPayload(previous?.payload, vault)
  if (typeof payload !== 'string') {
    if (stored !== null && maskPayload(stored, vault) !== stored) refuseMoved(values, previous)
    return undefined
  }
  const sent: unknown = JSON.parse(payload)
  const restored = JSON.stringify(restoreMembers(sent, stored === null ? null : JSON.parse(stored)))
  const keepsSecret = restored !== JSON.stringify(sent)
  if (keepsSecret) refuseMoved(values, previous)
  return vault.seal(keepsSecret ? restored : payload)
}

function refuseMoved(values: Task, previous: Task | null): void {
  const moved = ['service_id', 'component'].find(
    (name) => values[name] !== undefined && previous !== null && values[name] !== previous[name],
  )
  if (moved !== undefined) throw invalid({ payload: [`payload must be sent again, because ${moved} changes.`] })
}

const chosen = (sent: unknown) => (sent === '' || sent === 0 ? null : sent)
const longestFrequency = 525_600

/** Requests that run on a schedule (docs/wire/scheduler.md). */
export const schedulerTask = declareTable({
  table: 'scheduler_task',
  auditedAs: 'scheduler',
  label: 'Scheduler Task',
  fields: schedulerFields,
  authored: true,
  authority: {
    columns: {
      name: 'plain',
      description: 'plain',
      is_active: 'runs later',
      service_id: ['runs later', { names: 'service' }],
      component: 'runs later',
      verb_mask: 'runs later',
      frequency: 'runs later',
      payload: 'runs later',
      app_id: ['runs later', { names: 'app' }],
      user_id: ['runs later', { names: 'user' }],
      cron: 'runs later',
    },
  },
  columns: {
    service_id: { references: 'service' },
    app_id: { references: 'app', accept: chosen },
    user_id: { references: 'user', accept: chosen },
    verb_mask: {
      check: (value) =>
        verbsOf(Number(value)).length === 1 && Number(value) <= 31 ? null : 'verb_mask must be 1, 2, 4, 8 or 16.',
    },
    frequency: {
      check: (value) =>
        Number(value) >= 1 && Number(value) <= longestFrequency
          ? null
          : `frequency must be between 1 and ${longestFrequency} minutes.`,
    },
    payload: {
      accept: (sent) => (sent !== null && typeof sent === 'object' ? JSON.stringify(sent) : sent),
      check: payloadProblem,
      read: (stored, _row, { vault }) => maskPayload(stored, vault),
      auditedAs: ({ payload }, { vault }) => maskPayload(payload, vault),
      secrets: {
        open: (stored, _row, { vault }) => JSON.parse(openPayload(stored, vault) ?? 'null'),
        hide: (plain, _row, replace) => replaceSecretMembers(plain, replace),
      },
      comparable: false,
    },
    cron: { accept: (sent) => (sent === '' ? null : sent), check: (value) => cronProblem(String(value)) },
    verb: {
      stored: false,
      comparable: false,
      read: (mask) => verbsOf(Number(mask))[0] ?? null,
      select: '"verb_mask"',
    },
    next_run_date: {
      stored: false,
      select: '"next_due"',
      read: (due) => (due === null ? null : isoMicros(Number(due))),
    },
  },
})

/** The error of a task's last run. */
export const taskLog = declareTable({
  table: 'task_log',
  label: 'Task Log',
  fields: {
    task_id: integer({ nullable: false }),
    status_code: integer({ nullable: false }),
    content: text(),
    created_date: string({ mode: 'readOnly' }),
    last_modified_date: string({ mode: 'readOnly' }),
  },
  key: 'task_id',
  audit: 'dates',
  authority: 'instance',
  columns: { content: { read: parsed, comparable: false } },
})

export const taskRun = declareTable({
  table: 'task_run',
  label: 'Task Run',
  fields: {
    id: integer({ mode: 'readOnly', nullable: false }),
    task_id: integer({ nullable: false }),
    due_date: string(),
    started_date: string(),
    duration: integer(),
    status_code: integer(),
    missed: integer(),
    error: text(),
  },
  audit: 'none',
  authority: 'instance',
  columns: { error: { read: messageOf, comparable: false } },
})

/** The mask of a verb that is sent as a name. */
export function maskOfVerb(sent: unknown): number | null {
  const verb = String(sent).toUpperCase()
  return isVerb(verb) ? verbMask[verb] : null
}

function payloadProblem(value: unknown): string | null {
  try {
    JSON.parse(String(value))
    return null
  } catch {
    return 'payload must be JSON.'
  }
}

function parsed(stored: unknown): unknown {
  try {
    return JSON.parse(String(stored))
  } catch {
    return stored
  }
}

function messageOf(stored: unknown): unknown {
  const value = stored === null ? null : parsed(stored)
  const envelope = value as { error?: { message?: unknown } } | null
  return envelope?.error?.message ?? stored
}
