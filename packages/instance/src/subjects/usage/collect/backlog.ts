import { minuteSpan, seriesOf, spanMinutes } from '../series.ts'
import type { Total } from './span-totals.ts'

/** Minutes that are kept of what is counted by minute while the store is away. */
const minutesKept = 10
/** Totals that are kept in all. */
const mostTotals = 100_000

/** What was given up. Times in milliseconds since 1970. */
export interface Loss {
  readonly from: number
  readonly to: number
  /** Calls that figures by minute lack; null: figures by hour or day lack some too. */
  readonly lost: number | null
}

/** Leaves of the totals that wait for a store that is away what can be kept. `minute`: the present one, since 1970. */
export function trimmed(waiting: readonly Total[], minute: number): { kept: Total[]; loss: Loss | null } {
  const oldest = minute - minutesKept
  const isMinute = ({ series }: Total) => series < spans8
  const young = waiting.filter((total) => !isMinute(total) || total.start >= oldest)
  const kept = young.slice(Math.max(0, young.length - mostTotals))
  if (kept.length === waiting.length) return { kept, loss: null }
  const keeps = new Set(kept)
  const gone = waiting.filter((total) => !keeps.has(total))
  for (const total of gone) total.isDirty = false
  const byMinute = gone.filter(isMinute)
  const lost = byMinute.filter(({ series }) => series === everything).reduce((sum, { n }) => sum + n, 0)
  const from = Math.min(...bounds(gone, ({ start }) => start))
  const to = Math.max(...bounds(gone, ({ start, series }) => start + lengthOf(series)))
  return { kept, loss: { from: from * 60_000, to: to * 60_000, lost: byMinute.length === gone.length ? lost : null } }
}

/** Two losses as one. */
export function together(a: Loss | null, b: Loss | null): Loss | null {
  if (a === null || b === null) return a ?? b
  return {
    from: Math.min(a.from, b.from),
    to: Math.max(a.to, b.to),
    lost: a.lost === null || b.lost === null ? null : a.lost + b.lost,
  }
}

const everything = seriesOf(minuteSpan, 'total')
const spans8 = seriesOf(1, 'total')

function lengthOf(series: number): number {
  return series < spans8 ? spanMinutes[0] : series < seriesOf(2, 'total') ? spanMinutes[1] : spanMinutes[2]
}

function bounds(totals: readonly Total[], of: (total: Total) => number): number[] {
  // In portions, as arguments of a call are bounded.
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const total of totals) {
    least = Math.min(least, of(total))
    most = Math.max(most, of(total))
  }
  return [least, most]
}
