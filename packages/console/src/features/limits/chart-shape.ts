import { type LimitPeriod, limitPeriods } from '@millwright/contract/records/limit'
import type { Sample } from './seen-use.ts'

/** Periods that the chart goes back at most. */
const periodsBack = 10
/** Milliseconds that it goes back at least, so that the first readings are no wall. */
const shortest = 30_000

/** The whole height, as a multiple of the highest line; the word of the limit stands over its line. */
const headroom = 1.15

/** Width and height that the shape is drawn in. */
export const frame = { width: 1000, height: 200 }

export interface ChartShape {
  /** SVG paths: the line of use, and the area under it. */
  readonly line: string
  readonly area: string
  /** Where the limit lies, from the top. */
  readonly limit: number
  /** Milliseconds since 1970 at the left edge. */
  readonly from: number
  /** The highest use in sight. */
  readonly peak: number
}

/** The use of a limit over time as steps, for a counter stays as it is until the next request. Null before it was seen twice. */
export function chartShape(
  samples: readonly Sample[],
  parts: { readonly max: number; readonly period: string | null; readonly now: number },
): ChartShape | null {
  const { max, period, now } = parts
  const earliest = now - periodsBack * (isPeriod(period) ? limitPeriods[period] : 60) * 1000
  const shown = samples.filter(({ at }) => at >= earliest)
  const [first] = shown
  if (first === undefined || shown.length < 2) return null
  const from = Math.min(first.at, now - shortest)
  const peak = Math.max(...shown.map(({ attempts }) => attempts))
  const top = Math.max(max, peak, 1) * headroom
  const x = (at: number) => round(((at - from) / Math.max(1, now - from)) * frame.width)
  const y = (attempts: number) => round(frame.height * (1 - attempts / top))
  const steps = shown.map(({ at, attempts }, index) =>
    index === 0 ? `M${x(at)} ${y(attempts)}` : `H${x(at)}V${y(attempts)}`,
  )
  const line = `${steps.join('')}H${frame.width}`
  return { line, area: `${line}V${frame.height}H${x(first.at)}Z`, limit: y(max), from, peak }
}

function isPeriod(period: string | null): period is LimitPeriod {
  return period !== null && Object.hasOwn(limitPeriods, period)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
