import { type LimitPeriod, limitPeriods } from '@millwright/contract/records/limit'
import type { Sample } from './seen-use.ts'

/** Maximum number of periods that the chart shows. */
const periodsBack = 10
/** Minimum time range in milliseconds, so that the first readings are not a vertical line. */
const shortest = 30_000

/** The height as a multiple of the highest line; leaves space for the label of the limit. */
const headroom = 1.15

/** Width and height of the coordinate system. */
export const frame = { width: 1000, height: 200 }

export interface ChartShape {
  /** SVG paths of the usage line and the area below it. */
  readonly line: string
  readonly area: string
  /** Y coordinate of the limit. */
  readonly limit: number
  /** Unix time of the left edge in milliseconds. */
  readonly from: number
  /** The highest visible usage. */
  readonly peak: number
}

/** Returns the usage of a limit over time as steps, as a counter is constant between requests. `null` until it was read twice. */
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
