import type { Generated } from 'kysely'
import type { Audit } from './audit-columns.ts'
import type { AuthorColumns } from './author-columns.ts'

export interface SchedulerTaskTable extends Audit, AuthorColumns {
  id: Generated<number>
  name: string
  description: string | null
  is_active: number
  service_id: number
  component: string | null
  verb_mask: number
  frequency: number
  cron: string | null
  payload: string | null
  app_id: number | null
  user_id: number | null
  /** Milliseconds since 1970; `null`: never. */
  next_due: number | null
  /** During a run: when it counts as dead without a further heartbeat. */
  running_until: Generated<number | null>
  /** Scheduled times that passed since the last run started. */
  missed: Generated<number>
}

/** The failure of a task's last run. */
export interface TaskLogTable {
  task_id: number
  status_code: number
  content: string | null
  created_date: string
  last_modified_date: string
}

export interface TaskRunTable {
  id: Generated<number>
  task_id: number
  due_date: string
  started_date: string
  /** Milliseconds. */
  duration: number | null
  status_code: number | null
  missed: number
  error: string | null
}
