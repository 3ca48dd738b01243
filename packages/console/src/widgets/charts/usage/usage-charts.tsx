import type { UsageAnswer, UsageFigures, UsageGap, UsageMeta } from '@millwright/contract/wire/usage'
import { durationWords } from '../../../language/duration-words.ts'
import { Chart } from '../chart/chart.tsx'
import { type Gap, type Series, stepsBetween, type Timeline } from '../chart/chart-layout.ts'
import { shortNumber, wholeNumber } from '../chart/chart-words.ts'
import { t } from './messages.ts'
import styles from './usage.module.css'
import { stepLengths } from './usage-range.ts'

interface UsageChartsProps {
  answer: UsageAnswer
  /** When the figures were fetched, in milliseconds since 1970. */
  at: number
  stale: boolean
}

/** Charts of the outcomes and durations of the requests in a range. */
export function UsageCharts({ answer, at, stale }: UsageChartsProps) {
  const series = usageSeries(answer)
  if (series === null) return null
  const { timeline, gaps, outcomes, durations } = series
  const shared = { timeline, gaps, until: at, stale }
  const { total } = answer.meta
  return (
    <div className={styles.charts}>
      <div className={styles.panel}>
        <Chart
          {...shared}
          title={t.requests}
          kind="columns"
          series={outcomes}
          format={wholeNumber}
          formatShort={shortNumber}
          summary={({ values }) => shortNumber(values.reduce<number>((sum, value) => sum + (value ?? 0), 0))}
        />
      </div>
      <div className={styles.panel}>
        <Chart
          {...shared}
          title={t.responseTime}
          kind="lines"
          series={durations}
          format={durationWords}
          formatShort={durationWords}
          summary={({ id }) => {
            const value = { p50: total.p50_ms, p95: total.p95_ms, p99: total.p99_ms }[id] ?? null
            return value === null ? null : durationWords(value)
          }}
        />
      </div>
    </div>
  )
}

/** Usage figures over time, in the form that charts take. */
interface UsageSeries {
  readonly timeline: Timeline
  readonly outcomes: readonly Series[]
  readonly durations: readonly Series[]
  readonly gaps: readonly Gap[]
}

/** Number of requests that were neither rejected nor failed. */
function answered(figures: UsageFigures): number {
  const { requests, errors, client_errors: mistaken, refused, limited, aborted } = figures
  return Math.max(0, requests - errors - mistaken - refused - limited - aborted)
}

type Outcome = Pick<Series, 'id' | 'label' | 'tone' | 'pattern'> & {
  readonly count: (figures: UsageFigures) => number
  /** Shown even if all of its values are zero. */
  readonly always?: true
}

const outcomes: readonly Outcome[] = [
  {
    id: 'answered',
    label: t.answered,
    tone: 'accent',
    pattern: 'solid',
    count: answered,
    always: true,
  },
  {
    id: 'client',
    label: t.clientErrors,
    tone: 'faint',
    pattern: 'stripes',
    count: (one) => one.client_errors,
  },
  {
    id: 'refused',
    label: t.refused,
    tone: 'warning',
    pattern: 'solid',
    count: (one) => one.refused,
    always: true,
  },
  {
    id: 'limited',
    label: t.limited,
    tone: 'warning',
    pattern: 'dots',
    count: (one) => one.limited,
  },
  {
    id: 'errors',
    label: t.serverErrors,
    tone: 'danger',
    pattern: 'solid',
    count: (one) => one.errors,
    always: true,
  },
  {
    id: 'aborted',
    label: t.aborted,
    tone: 'faint',
    pattern: 'hollow',
    count: (one) => one.aborted,
  },
]

const durations = [
  { id: 'p50', label: 'p50', tone: 'accent', pattern: 'solid', field: 'p50_ms' },
  { id: 'p95', label: 'p95', tone: 'warning', pattern: 'stripes', field: 'p95_ms' },
  { id: 'p99', label: 'p99', tone: 'danger', pattern: 'dots', field: 'p99_ms' },
] as const

/**
 * Converts a response of `GET system/usage` into a series; steps missing from it had no requests. `null` if the response has no
 * steps.
 */
function usageSeries({ resource, meta }: UsageAnswer): UsageSeries | null {
  if (meta.step === null) return null
  const step = stepLengths[meta.step]
  const starts =
    meta.step === 'month'
      ? monthsBetween(Date.parse(meta.from), Date.parse(meta.to))
      : stepsBetween(Date.parse(meta.from), Date.parse(meta.to), step)
  const rows = new Map(resource.map((row) => [Date.parse(row.start), row]))
  const shown = outcomes.filter(({ always, count }) => always || count(meta.total) > 0)
  return {
    timeline: { step, starts },
    outcomes: shown.map(({ count, always: _always, ...series }) => ({
      ...series,
      values: starts.map((start) => {
        const row = rows.get(start)
        return row === undefined ? 0 : count(row)
      }),
    })),
    durations: durations.map(({ field, ...series }) => ({
      ...series,
      values: starts.map((start) => rows.get(start)?.[field] ?? null),
    })),
    gaps: gapsOf(meta),
  }
}

const whys: Readonly<Record<UsageGap['why'], string>> = {
  killed: t.gapNodeEnded,
  store_away: t.gapStoreAway,
  clock: t.gapClockJumped,
}

/** Times with incomplete figures: gaps that the instance reports, and the time before it began to count. */
function gapsOf({ gaps = [], from, tracking_started_at: began }: UsageMeta): Gap[] {
  const knownGaps = gaps.map((gap) => ({ from: Date.parse(gap.from), to: Date.parse(gap.to), why: gapWords(gap) }))
  const start = began === null ? Number.NaN : Date.parse(began)
  if (!(start > Date.parse(from))) return knownGaps
  return [{ from: Date.parse(from), to: start, why: t.gapNotBegun }, ...knownGaps]
}

function gapWords({ why, lost }: UsageGap): string {
  const words = Object.hasOwn(whys, why) ? whys[why] : t.gapUnknown
  return lost === null || lost === 0 ? words : t.callsLost({ why: words, count: lost })
}

function monthsBetween(from: number, to: number): number[] {
  const months: number[] = []
  const first = new Date(from)
  for (let at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth()); at < to; at = nextMonth(at)) months.push(at)
  return months
}

function nextMonth(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}
