import { clockTime } from '../../ui/dates.ts'
import { Text } from '../../ui/text.tsx'
import { chartShape, frame } from './chart-shape.ts'
import { t } from './opened/messages.ts'
import type { Sample } from './seen-use.ts'
import styles from './use-panel.module.css'

interface UseChartProps {
  samples: readonly Sample[]
  max: number
  period: string | null
}

/** A chart of a limit's usage against its maximum, since the page was loaded. */
export function UsageChart({ samples, max, period }: UseChartProps) {
  const now = samples.at(-1)?.at ?? Date.now()
  const shape = chartShape(samples, { max, period, now })
  if (!shape)
    return (
      <Text tone="muted" size="sm">
        {t.chartHelp}
      </Text>
    )
  const since = clockTime(shape.from)
  return (
    <figure>
      <div className={styles.plot}>
        <span className={styles.limitWord} style={{ '--at': `${(shape.limit / frame.height) * 100}%` }}>
          {t.limitLine({ max })}
        </span>
        <svg
          role="img"
          aria-label={t.chart({ since, peak: shape.peak, max })}
          viewBox={`0 0 ${frame.width} ${frame.height}`}
          preserveAspectRatio="none"
        >
          <path className={styles.area} d={shape.area} />
          <path className={styles.line} d={shape.line} />
          <path className={styles.limitLine} d={`M0 ${shape.limit}H${frame.width}`} />
        </svg>
      </div>
      <figcaption className={styles.times}>
        <span>{since}</span>
        <span>{t.peakValue({ peak: shape.peak, max })}</span>
        <span>{clockTime(now)}</span>
      </figcaption>
    </figure>
  )
}
