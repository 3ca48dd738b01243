import type { TaskLog } from '@millwright/contract/records/scheduler'
import { useQuery } from '@tanstack/react-query'
import { recordQuery } from '../../instance/collections.ts'
import { logOf, type TaskRecord } from './task-draft.ts'

/** Milliseconds between two readings. */
const every = 5000
const params = { fields: 'id', related: 'task_log_by_task_id' }

/** The last failure of a stored task, read again while its form is open; null when there is none to tell. */
export function useLog(record: TaskRecord | null): TaskLog | null {
  const { data } = useQuery({
    ...recordQuery<TaskRecord>('system/scheduler', record?.id ?? 0, params),
    enabled: record?.id !== undefined,
    refetchInterval: every,
  })
  const newest = data?.record ?? record
  return newest && logOf(newest)
}
