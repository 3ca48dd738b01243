import { queryOptions, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { useServerSentences } from '../../../instance/use-server-sentences.ts'
import { durationWords } from '../../../language/duration-words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import look from '../../../ui/lines.module.css'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { t } from '../messages.ts'
import { scriptCollection } from '../script-queries.ts'
import styles from './runs.module.css'

interface ScriptRunsProps {
  name: string
  /** Shows a line of the script; absent if its text is not available here. */
  onLine?: ((line: number) => void) | undefined
}

/** The recent runs of a script, latest first, refetched while visible. */
export function ScriptRuns({ name, onLine }: ScriptRunsProps) {
  const { data, error } = useQuery(scriptRunsQuery(name))
  return (
    <Stack gap={3}>
      {error ? (
        <Banner tone="warning" title={t.runsFailed}>
          {messageOf(error)}
        </Banner>
      ) : null}
      {data ? <Runs runs={data.runs} waiting={data.waiting} onLine={onLine} /> : error ? null : <Skeleton lines={4} />}
    </Stack>
  )
}

interface RunsProps extends Pick<ScriptRunsProps, 'onLine'> {
  runs: readonly ScriptRun[]
  waiting: number
}

function Runs({ runs, waiting, onLine }: RunsProps) {
  const waits = waiting === 0 ? null : <p role="status">{t.stillToCome({ count: waiting })}</p>
  if (runs.length === 0)
    return (
      <>
        {waits}
        <Text tone="muted" size="sm">
          {t.noRuns}
        </Text>
      </>
    )
  return (
    <>
      {waits}
      <Text tone="muted" size="sm">
        {t.lastRunsShown({ count: runs.length })}
      </Text>
      <Stack as="ol" className={classNames(look.lines, styles.runs)} aria-label={t.lastRuns}>
        {runs.map((run) => (
          <li key={run.id} className={styles.run}>
            <Row as="p" gap={3} rowGap={1} wrap>
              {run.ok ? <Badge tone="success">{t.done}</Badge> : <Badge tone="danger">{t.failed}</Badge>}
              <code className={styles.call}>
                {run.verb} {run.path}
              </code>
              <Text as="span" tone="muted" size="sm">
                {durationWords(run.duration_ms)}
              </Text>
              <Text as="span" tone="muted" size="sm">
                <RelativeDate value={run.date} />
              </Text>
            </Row>
            {run.error ? <RunProblem error={run.error} onLine={onLine} /> : null}
            {run.output ? <pre className={styles.output}>{run.output}</pre> : null}
          </li>
        ))}
      </Stack>
    </>
  )
}

function RunProblem({ error, onLine }: { error: RunError } & Pick<ScriptRunsProps, 'onLine'>) {
  const { line } = error
  const message = useServerSentences()(error.message)
  return (
    <Row gap={3} rowGap={1} wrap>
      <p className={styles.error}>{line && !onLine ? t.inLine({ line, message }) : message}</p>
      {line && onLine ? (
        <Button size="small" onClick={() => onLine(line)}>
          {t.line({ line })}
        </Button>
      ) : null}
    </Row>
  )
}

/** One run of a script (docs/wire/scripts.md). */
interface ScriptRun {
  readonly id: number
  readonly date: string
  readonly duration_ms: number
  readonly ok: boolean
  readonly verb?: string
  readonly path?: string
  readonly output?: string
  readonly error?: RunError | null
}

interface RunError {
  readonly message: string
  /** Line of the script, counted from 1. */
  readonly line?: number | null
}

interface RunsAnswer {
  readonly resource?: readonly ScriptRun[]
  readonly waiting?: number
}

/** Milliseconds between two reads. */
const every = 3000

function scriptRunsQuery(name: string) {
  return queryOptions({
    queryKey: ['script-runs', name],
    queryFn: async ({ signal }) => {
      const path = `${scriptCollection}/${encodeURIComponent(name)}/run`
      const { data } = await send<RunsAnswer>({ verb: 'GET', path, signal })
      return { runs: data.resource ?? [], waiting: data.waiting ?? 0 }
    },
    refetchInterval: every,
    staleTime: 0,
  })
}
