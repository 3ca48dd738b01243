import type { TaskRun } from '@millwright/contract/records/scheduler'
import type { Tone } from '../../ui/badge.tsx'
import { t } from './opened/messages.ts'
import type { TaskRecord } from './task-draft.ts'

/** The runs of a task, latest first. */
export function runsOf({ task_run_by_task_id: runs }: TaskRecord): readonly TaskRun[] {
  return (runs ?? []).toSorted((a, b) => b.id - a.id)
}

/** Whether a run appears to be in progress: it is the latest, and has neither status nor duration yet. */
export function isRunning({ status_code, duration }: Ending, latest: boolean): boolean {
  return latest && status_code === null && duration === null
}

type Ending = Pick<TaskRun, 'status_code' | 'duration'>

/** The result of a run as a word. `latest`: no run followed, so it may still be in progress. */
export function resultOf(ending: Ending, latest: boolean): { readonly tone: Tone; readonly word: string } {
  const { status_code: status, duration } = ending
  if (isRunning(ending, latest)) return { tone: 'accent', word: t.running }
  if (status === null && duration === null) return { tone: 'warning', word: t.neverEnded }
  if (status === null) return { tone: 'danger', word: t.failed }
  return status < 300 ? { tone: 'success', word: String(status) } : { tone: 'danger', word: String(status) }
}
