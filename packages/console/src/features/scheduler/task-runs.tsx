import type { TaskRun } from '@millwright/contract/records/scheduler'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { recordQuery } from '../../instance/collections.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { useServerSentences } from '../../instance/use-server-sentences.ts'
import { durationWords } from '../../language/duration-words.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { parseWireDate } from '../../ui/dates.ts'
import { Row, Stack } from '../../ui/layout.tsx'
import { RelativeDate } from '../../ui/relative-date.tsx'
import room from '../../ui/room.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { taskMessages } from './messages.ts'
import { NextRun, useNow } from './next-run.tsx'
import { t } from './opened/messages.ts'
import { runNow } from './run-now.ts'
import styles from './runs.module.css'
import type { TaskRecord } from './task-draft.ts'

/** Milliseconds between two reads. */
const every = 3000
const params = { fields: 'id,name,is_active,next_run_date', related: 'task_run_by_task_id' }

/** The runs of a task, latest first, refetched while visible, with a button to run it now. */
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
          {latest && isRunning(latest, true)
            ? t.runningNow
            : next === null
              ? t.noRunScheduled
              : t.nextRunDate({ date: () => <NextRun date={next} /> })}
        </p>
        <Button icon={<IconPlayerPlay />} disabledReason={writeBlock} onClick={() => void runNow(queryClient, task)}>
          {taskMessages.runNow}
        </Button>
      </Row>
      {error ? (
        <Banner tone="warning" title={t.runsFailed}>
          {messageOf(error)}
        </Banner>
      ) : null}
      {runs ? <RunTable runs={runs} /> : error ? null : <Skeleton lines={4} />}
    </Stack>
  )
}

/** Runs, latest first; empty columns are omitted. */
function RunTable({ runs }: { runs: readonly TaskRun[] }) {
  if (runs.length === 0) return <Text tone="muted">{t.noRuns}</Text>
  const longest = Math.max(1, ...runs.map(({ duration }) => duration ?? 0))
  const anyMissed = runs.some(({ missed }) => missed > 0)
  const anyError = runs.some(({ error }) => error)
  return (
    <table className={styles.runs}>
      <caption className={styles.caption}>{t.theLastRuns({ count: runs.length })}</caption>
      <thead>
        <tr>
          <th scope="col">{t.started}</th>
          <th scope="col">{t.result}</th>
          <th scope="col">{t.duration}</th>
          {anyMissed ? (
            <th scope="col" title={t.missedRunsLabel}>
              {t.missedColumn}
            </th>
          ) : null}
          {anyError ? <th scope="col">{taskMessages.error}</th> : null}
        </tr>
      </thead>
      <tbody>
        {runs.map((run, index) => (
          <Run
            key={run.id}
            run={run}
            latest={index === 0}
            longest={longest}
            anyMissed={anyMissed}
            anyError={anyError}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RunProps {
  run: TaskRun
  /** No run followed it. */
  latest: boolean
  /** Milliseconds that correspond to a full duration bar. */
  longest: number
  anyMissed: boolean
  anyError: boolean
}

function Run({ run, latest, longest, anyMissed, anyError }: RunProps) {
  const { tone, word } = resultOf(run, latest)
  const error = useServerSentences()(run.error ?? '')
  return (
    <tr>
      <td>
        <RelativeDate value={run.started_date} />
      </td>
      <td>
        <Badge tone={tone}>{word}</Badge>
      </td>
      <td>
        <span className={styles.duration}>
          <span className={styles.text}>
            {isRunning(run, latest) ? (
              <SoFar since={run.started_date} />
            ) : run.duration === null ? (
              ''
            ) : (
              durationWords(run.duration)
            )}
          </span>
          {run.duration === null ? null : (
            <span
              aria-hidden="true"
              className={classNames(styles.bar, room.from640)}
              style={{ '--part': `${(run.duration / longest) * 100}%` }}
            />
          )}
        </span>
      </td>
      {anyMissed ? (
        <td className={styles.missed}>
          {run.missed > 0
            ? t.missedRuns({
                count: run.missed,
                word: (words) => <span className={styles.missedWord}>{words}</span>,
              })
            : null}
        </td>
      ) : null}
      {anyError ? (
        <td className={styles.error}>
          {error ? (
            <span className={styles.errorText} title={error}>
              {error}
            </span>
          ) : null}
        </td>
      ) : null}
    </tr>
  )
}

/** Elapsed time of a run, in whole seconds, at least one, because server and browser clocks differ. */
function SoFar({ since }: { since: string }) {
  const now = useNow()
  const begin = parseWireDate(since)?.getTime() ?? now
  return durationWords(Math.max(1, Math.round((now - begin) / 1000)) * 1000)
}

/** The runs of a task, latest first. */
function runsOf({ task_run_by_task_id: runs }: TaskRecord): readonly TaskRun[] {
  return (runs ?? []).toSorted((a, b) => b.id - a.id)
}

/** Whether a run appears to be in progress: it is the latest, and has neither status nor duration yet. */
function isRunning({ status_code, duration }: Ending, latest: boolean): boolean {
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
