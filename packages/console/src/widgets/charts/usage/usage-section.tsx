import type { UsageGroup } from '@millwright/contract/wire/usage'
import { useQuery } from '@tanstack/react-query'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { commonWords } from '../../../words/messages.ts'
import { LoadFailure } from '../../records/load-failure/load-failure.tsx'
import { LastRefusals } from './last-refusals.tsx'
import { t } from './messages.ts'
import { RangePicker, useRange } from './range-picker.tsx'
import { Ranking } from './ranking.tsx'
import styles from './usage.module.css'
import { UsageCharts } from './usage-charts.tsx'
import { type UsageOf, usageQuery } from './usage-query.ts'
import type { UsageRange } from './usage-range.ts'
import { UsageTiles } from './usage-tiles.tsx'

/** Whose usage is shown, and how. */
export interface UsageSubject {
  readonly of: UsageOf
  /** Groups to break the requests down by, each as a ranking. */
  readonly splits: readonly UsageGroup[]
  /** The filter of its requests in the request log: `app_id:is:3`. */
  readonly log: readonly string[]
  /** A sentence that explains the figures. */
  readonly note?: string
}

/** Usage of a record: figures over time, rankings, and rejected requests. */
export function UsageSection({ subject }: { subject: UsageSubject }) {
  const { of, splits, log, note } = subject
  const [range, setRange] = useRange()
  const { data, error, dataUpdatedAt, isPlaceholderData, refetch } = useQuery(usageQuery({ of, range }))
  const logs = hasFeature(useEnvironment(), 'request-log')
  return (
    <div className={styles.section}>
      <RangePicker value={range} onChange={setRange} />
      {error && !data ? (
        <LoadFailure error={error} text={t.usageFailed} onRetry={() => void refetch()} />
      ) : (
        <UsageTiles meta={data?.meta ?? null} range={range} />
      )}
      {data ? (
        data.meta.total.requests > 0 ? (
          <>
            <UsageCharts answer={data} at={dataUpdatedAt} stale={isPlaceholderData} />
            <div className={styles.rankings}>
              {splits.map((by) => (
                <Split key={by} by={by} of={of} range={range} />
              ))}
            </div>
          </>
        ) : (
          <Text tone="muted">{range.kind === 'last' ? t.quietForRange({ range: range.last }) : t.noRequestsThen}</Text>
        )
      ) : error ? null : (
        <div className={styles.waiting} aria-busy="true">
          <Skeleton lines={6} />
        </div>
      )}
      {note ? (
        <Text tone="muted" size="sm">
          {note}
        </Text>
      ) : null}
      {logs ? <LastRefusals of={of} log={log} /> : null}
    </div>
  )
}

const titles: Partial<Readonly<Record<UsageGroup, string>>> = {
  service: commonWords.services,
  resource: t.resources,
  app: commonWords.apps,
  user: commonWords.users,
  role: commonWords.roles,
  verb: t.verbs,
}
const top = 6

function Split({ by, of, range }: { by: UsageGroup; of: UsageOf; range: UsageRange }) {
  const { data } = useQuery(usageQuery({ of, range, by, top }))
  return <Ranking title={titles[by] ?? by} by={by} groups={data?.meta.groups ?? []} empty={t.none} />
}
