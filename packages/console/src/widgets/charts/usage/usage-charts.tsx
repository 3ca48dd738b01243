import type { UsageAnswer } from '@millwright/contract/wire/usage'
import { durationWords } from '../../../language/duration-words.ts'
import { Chart } from '../chart/chart.tsx'
import { shortNumber, wholeNumber } from '../chart/chart-words.ts'
import { t } from './messages.ts'
import styles from './usage.module.css'
import { usageSeries } from './usage-series.ts'

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
