import { minuteSpan, seriesOf, spanMinutes } from '../series.ts'
import type { Total } from './span-totals.ts'

/** Minutes for which counts by minute are retained while the store is unavailable. */
const minutesKept = 10
/** Most totals that are retained. */
const maxTotals = 100_000

/** What was dropped. Times in milliseconds since 1970. */
export interface Loss {
  readonly from: number
  readonly to: number
  /** Number of calls missing from counts by minute; `null`: counts by hour or day are incomplete as well. */
  readonly lost: number | null
}

/** Limits the totals that wait for an unavailable store. `minute`: the current one, since 1970. */
export function trimBacklog(waiting: readonly Total[], minute: number): { kept: Total[]; loss: Loss | null } {
  const oldest = minute - minutesKept
  const isMinute = ({ series }: Total) => series < spans8
  const young = waiting.filter((total) => !isMinute(total) || total.start >= oldest)
  const kept = young.slice(Math.max(0, young.length - maxTotals))
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

/** Merges two losses. */
export function mergeLosses(a: Loss | null, b: Loss | null): Loss | null {
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
  // A loop, as the number of arguments of a call is limited.
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const total of totals) {
    least = Math.min(least, of(total))
    most = Math.max(most, of(total))
  }
  return [least, most]
}
