import type { Verb } from '../verbs.ts'
import { audit, boolean, type DraftOf, id, integer, type RecordOf, string, text } from './field.ts'

export const schedulerFields = {
  id: id(),
  name: string({ label: 'Name', max: 64, required: true, unique: true, nullable: false }),
  description: string({ label: 'Description', max: 255 }),
  is_active: boolean({ label: 'Active', default: false, nullable: false }),
  service_id: integer({ label: 'Service', required: true, nullable: false }),
  /** Path in the service, as access rows name components. */
  component: string({ label: 'Component', max: 255 }),
  /** The bit of one verb. */
  verb_mask: integer({ label: 'Method', default: 1, nullable: false }),
  /** Minutes from one run to the next. */
  frequency: integer({ label: 'Frequency', default: 5, nullable: false }),
  /** JSON text. */
  payload: text({ label: 'Payload' }),
  ...audit,
  /** With `user_id`: as whom the call is made; without either, nobody's rights are asked for. */
  app_id: integer({ label: 'App' }),
  user_id: integer({ label: 'User' }),
  verb: string({ label: 'Method', mode: 'readOnly' }),
  /** Goes before `frequency`: five or six fields of cron, in UTC or in the time zone before them. An extra of this instance. */
  cron: string({ label: 'Cron expression', max: 255 }),
  /** When the task runs next; null while it is not active. An extra of this instance. */
  next_run_date: string({ mode: 'readOnly' }),
}

export type SchedulerTask = RecordOf<typeof schedulerFields> & {
  task_log_by_task_id?: TaskLog | null
  task_run_by_task_id?: TaskRun[]
}
export type SchedulerDraft = DraftOf<typeof schedulerFields> & { verb?: Verb }

/** The last failure of a task; null when its last run went well. */
export interface TaskLog {
  task_id: number
  status_code: number
  content: unknown
  created_date: string
  last_modified_date: string
}

/** One run of a task. An extra of this instance. */
export interface TaskRun {
  id: number
  task_id: number
  due_date: string
  started_date: string
  /** Milliseconds; null while it is running, or when it never came to an end. */
  duration: number | null
  status_code: number | null
  /** Runs before this one that were due and left out, as nothing ran or the last run was not over. */
  missed: number
  error: string | null
}
