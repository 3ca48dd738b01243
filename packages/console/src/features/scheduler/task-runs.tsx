import type { TaskRun } from '@millwright/contract/records/scheduler'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { recordQuery } from '../../instance/collections.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { durationText } from '../../widgets/record-list/duration-text.ts'
import { RelativeDate } from '../../widgets/record-list/relative-date.tsx'
import { NextRun } from './next-run.tsx'
import { runNow } from './run-now.ts'
import { resultOf, runsOf } from './run-words.ts'
import styles from './runs.module.css'
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
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <p>
          {next === null ? (
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
      </div>
      {error ? (
        <Banner tone="warning" title="The runs could not be read.">
          {messageOf(error)}
        </Banner>
      ) : null}
      {data ? <Runs runs={runsOf(data.record)} /> : error ? null : <Skeleton lines={4} />}
    </div>
  )
}

function Runs({ runs }: { runs: readonly TaskRun[] }) {
  if (runs.length === 0) return <p className={styles.note}>It has not run yet.</p>
  const longest = Math.max(1, ...runs.map(({ duration }) => duration ?? 0))
  return (
    <div className={styles.frame}>
      <table className={styles.runs}>
        <caption className={styles.caption}>The last {runs.length} runs</caption>
        <thead>
          <tr>
            <th scope="col">Started</th>
            <th scope="col">Result</th>
            <th scope="col">Duration</th>
            <th scope="col">Missed before</th>
            <th scope="col">Error</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run, index) => {
            const { tone, word } = resultOf(run, index === 0)
            return (
              <tr key={run.id}>
                <td>
                  <RelativeDate value={run.started_date} />
                </td>
                <td>
                  <Badge tone={tone}>{word}</Badge>
                </td>
                <td>
                  <span className={styles.duration}>
                    <span className={styles.text}>{durationText(run.duration)}</span>
                    <span
                      aria-hidden="true"
                      className={styles.bar}
                      style={{ '--part': `${((run.duration ?? 0) / longest) * 100}%` }}
                    />
                  </span>
                </td>
                <td>{run.missed > 0 ? run.missed : ''}</td>
                <td className={styles.error} title={run.error ?? undefined}>
                  {run.error}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
