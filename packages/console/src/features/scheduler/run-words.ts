import type { TaskRun } from '@millwright/contract/records/scheduler'
import type { Tone } from '../../ui/badge.tsx'
import type { TaskRecord } from './task-draft.ts'

/** The runs of a task, the latest first. */
export function runsOf({ task_run_by_task_id: runs }: TaskRecord): readonly TaskRun[] {
  return (runs ?? []).toSorted((a, b) => b.id - a.id)
}

/** How a run ended, in a word; `latest`: no run came after it, so that it may still be going on. */
export function resultOf(
  { status_code: status, duration }: Pick<TaskRun, 'status_code' | 'duration'>,
  latest: boolean,
): { readonly tone: Tone; readonly word: string } {
  if (status === null && duration === null)
    return latest ? { tone: 'accent', word: 'Running' } : { tone: 'warning', word: 'Never ended' }
  if (status === null) return { tone: 'danger', word: 'Failed' }
  return status < 300 ? { tone: 'success', word: String(status) } : { tone: 'danger', word: String(status) }
}
