import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { recordQuery } from '../../instance/collections.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NextRun } from './next-run.tsx'
import { runNow } from './run-now.ts'
import { RunTable } from './run-table.tsx'
import { isRunning, runsOf } from './run-words.ts'
import type { TaskRecord } from './task-draft.ts'

/** Milliseconds between two readings. */
const every = 3000
const params = { fields: 'id,name,is_active,next_run_date', related: 'task_run_by_task_id' }

/** The runs of a task, the latest first, read again while they are in sight; and a way to run it now. */
export function TaskRuns({ task }: { task: TaskRecord & { readonly id: number } }) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const { data, error } = useQuery({
    ...recordQuery<TaskRecord>('system/scheduler', task.id, params),
    refetchInterval: every,
  })
  const next = data?.record.next_run_date ?? null
  const runs = data && runsOf(data.record)
  const latest = runs?.[0]
  return (
    <Stack gap={4}>
      <Row gap={3} justify="between" wrap>
        <p>
          {latest && isRunning(latest, true) ? (
            'It is running now.'
          ) : next === null ? (
            'It does not run by itself now.'
          ) : (
            <>
              Next run <NextRun date={next} />
            </>
          )}
        </p>
        <Button icon={<IconPlayerPlay />} disabledReason={writeBlock} onClick={() => void runNow(queryClient, task)}>
          Run now
        </Button>
      </Row>
      {error ? (
        <Banner tone="warning" title="The runs could not be read.">
          {messageOf(error)}
        </Banner>
      ) : null}
      {runs ? <RunTable runs={runs} /> : error ? null : <Skeleton lines={4} />}
    </Stack>
  )
}
