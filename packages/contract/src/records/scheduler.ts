import type { Verb } from '../verbs.ts'
import { audit, boolean, type DraftOf, id, integer, type RecordOf, string, text } from './field.ts'

export const schedulerFields = {
  id: id(),
  name: string({ label: 'Name', max: 64, required: true, unique: true, nullable: false }),
  description: string({ label: 'Description', max: 255 }),
  is_active: boolean({ label: 'Active', default: false, nullable: false }),
  service_id: integer({ label: 'Service', required: true, nullable: false }),
  /** Path in the service, in the form of an access row's component. */
  component: string({ label: 'Component', max: 255 }),
  /** The bit of one verb. */
  verb_mask: integer({ label: 'Method', mask: 'verbs', default: 1, nullable: false }),
  /** Minutes between runs. */
  frequency: integer({ label: 'Frequency', default: 5, nullable: false }),
  /** JSON text. */
  payload: text({ label: 'Payload' }),
  ...audit,
  /** With `user_id`, the caller that makes the request. Without either, the request is made with full access. */
  app_id: integer({ label: 'App' }),
  user_id: integer({ label: 'User' }),
  verb: string({ label: 'Method', mode: 'readOnly' }),
  /** Overrides `frequency`: a cron expression of five or six fields, in UTC or in the time zone before it. Only on this instance. */
  cron: string({ label: 'Cron expression', max: 255 }),
  /** When the task runs next; `null` while it is inactive. Only on this instance. */
  next_run_date: string({ mode: 'readOnly' }),
}

export type SchedulerTask = RecordOf<typeof schedulerFields> & {
  task_log_by_task_id?: TaskLog | null
  task_run_by_task_id?: TaskRun[]
}
export type SchedulerDraft = DraftOf<typeof schedulerFields> & { verb?: Verb }

/** The last failure of a task; `null` if its last run succeeded. */
export interface TaskLog {
  task_id: number
  status_code: number
  content: unknown
  created_date: string
  last_modified_date: string
}

/** One run of a task. Only on this instance. */
export interface TaskRun {
  id: number
  task_id: number
  due_date: string
  started_date: string
  /** Milliseconds; `null` while running, or if the run never finished. */
  duration: number | null
  status_code: number | null
  /** Number of due runs skipped before this one, because the instance was down or the previous run had not finished. */
  missed: number
  error: string | null
}

export interface ZonedCron {
  readonly fields: string
  /** An IANA time zone name. */
  readonly timezone: string
}

/**
 * Splits a cron expression from the time zone before it, as in `TZ=Europe/Berlin 0 6 * * *`; the default is UTC
 * (docs/wire/scheduler.md).
 */
export function zonedCron(text: string): ZonedCron {
  const [, zone, fields] = /^\s*(?:CRON_)?TZ=(\S+)\s+(.*)$/s.exec(text) ?? []
  return { fields: (fields ?? text).trim(), timezone: zone ?? 'UTC' }
}
