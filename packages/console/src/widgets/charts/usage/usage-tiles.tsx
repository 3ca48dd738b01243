import type { UsageFigures, UsageMeta } from '@millwright/contract/wire/usage'
import { durationWords } from '../../../language/duration-words.ts'
import { Text } from '../../../ui/text.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { shareWords, shortNumber, wholeNumber } from '../chart/chart-words.ts'
import { t } from './messages.ts'
import styles from './usage.module.css'
import { beforeWords, type UsageRange } from './usage-range.ts'

interface UsageTilesProps {
  /** `null` while loading. */
  meta: UsageMeta | null
  range: UsageRange
}

/** Totals of a range, each with the change from the period before. */
export function UsageTiles({ meta, range }: UsageTilesProps) {
  const total = meta?.total ?? null
  const previous = meta === null ? null : comparable(meta)
  const before = beforeWords(range)
  const count = (label: string, of: (figures: UsageFigures) => number, bad = false) => {
    const value = total && of(total)
    const share = bad && total && value ? shareWords(value, total.requests) : null
    return (
      <Tile
        label={label}
        value={value === null ? null : shortNumber(value)}
        exact={value === null ? null : wholeNumber(value)}
        bad={bad && (value ?? 0) > 0}
        share={share}
        change={value === null ? null : changeWords(value, previous && of(previous))}
        before={before}
      />
    )
  }
  const time = (label: string, field: 'p50_ms' | 'p95_ms' | 'p99_ms', share: string) => {
    const value = total?.[field] ?? null
    return (
      <Tile
        label={label}
        value={value === null ? null : durationWords(value)}
        exact={value === null ? null : t.responseTimeShare({ share, time: durationWords(value) })}
        change={value === null ? null : changeWords(value, previous?.[field] ?? null)}
        before={before}
      />
    )
  }
  return (
    <ul className={styles.tiles} aria-label={t.figures} aria-busy={meta === null || undefined}>
      {count(t.requests, ({ requests }) => requests)}
      {count(t.serverErrors, ({ errors }) => errors, true)}
      {count(t.refused, ({ refused }) => refused)}
      {count(t.limited, ({ limited }) => limited)}
      {time('p50', 'p50_ms', t.half)}
      {time('p95', 'p95_ms', '95%')}
      {time('p99', 'p99_ms', '99%')}
    </ul>
  )
}

interface TileProps {
  label: string
  /** `null` if unknown. */
  value: string | null
  exact: string | null
  bad?: boolean
  share?: string | null
  change: string | null
  before: string
}

function Tile({ label, value, exact, bad = false, share = null, change, before }: TileProps) {
  return (
    <li className={styles.tile}>
      <Text as="span" tone="muted" size="sm" nowrap>
        {label}
      </Text>
      <Text
        as="strong"
        className={styles.tileValue}
        {...(bad && { tone: 'danger' as const })}
        title={exact ?? undefined}
      >
        {value ?? (
          <>
            <Text as="span" tone="faint" aria-hidden="true">
              –
            </Text>
            <VisuallyHidden>{t.nothingYet}</VisuallyHidden>
          </>
        )}
        {share === null ? null : <span className={styles.share}> {share}</span>}
      </Text>
      <Text as="span" tone="muted" size="xs" nowrap title={change === null ? undefined : t.comparisonLabel({ before })}>
        {change ?? '\u00a0'}
        {change === null ? null : <VisuallyHidden>{t.sameComparison({ before })}</VisuallyHidden>}
      </Text>
    </li>
  )
}

/** Returns the figures of the period before, unless counting began during it or later. */
function comparable({ previous, tracking_started_at: began, from, to }: UsageMeta): UsageFigures | null {
  if (previous === undefined || began === null) return null
  const start = 2 * Date.parse(from) - Date.parse(to)
  return Date.parse(began) <= start ? previous : null
}

/** `12% more`, `half as much`; `null` if there is no earlier value. */
function changeWords(value: number, before: number | null): string | null {
  if (before === null) return null
  if (before === 0) return value === 0 ? t.unchanged : t.nonePreviously
  const ratio = value / before
  if (ratio >= 10) return t.timesAsMuch({ times: Math.round(ratio) })
  const percent = Math.round((ratio - 1) * 100)
  if (percent === 0) return t.unchanged
  return percent > 0 ? t.more({ percent }) : t.less({ percent: -percent })
}
