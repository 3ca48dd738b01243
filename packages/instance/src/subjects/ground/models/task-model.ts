import { integer, string, text } from '@millwright/contract/records/field'
import { schedulerFields } from '@millwright/contract/records/scheduler'
import { isVerb, verbMask, verbsOf } from '@millwright/contract/verbs'
import { isoMicros } from '../../../platform/clock.ts'
import { cronProblem } from '../../../platform/cron.ts'
import { replaceSecretMembers } from '../../../records/secret-members.ts'
import { declareTable } from '../../../records/system/declared-table.ts'
import { maskPayload, openPayload } from './task-payload.ts'

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
