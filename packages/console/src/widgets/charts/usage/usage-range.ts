import type { UsageStep } from '@millwright/contract/wire/usage'
import { t } from './messages.ts'

export const lastRanges = ['1h', '24h', '7d', '30d'] as const
export type LastRange = (typeof lastRanges)[number]

/** A time range: the last hours or days, or from one moment to another. */
export type UsageRange =
  | { readonly kind: 'last'; readonly last: LastRange }
  | { readonly kind: 'own'; readonly from: string; readonly to: string }

/** The range as query parameters of `GET system/usage`. */
export interface RangeParams {
  readonly from: string
  readonly to: string
  readonly step: UsageStep
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
export const stepLengths: Readonly<Record<UsageStep, number>> = { minute, hour, day, month: 30 * day }
/** Maximum number of steps in a chart; the instance rejects more. */
const maxSteps = 400

const lasts: Readonly<Record<LastRange, { readonly length: number; readonly step: UsageStep }>> = {
  '1h': { length: hour, step: 'minute' },
  '24h': { length: day, step: 'hour' },
  '7d': { length: 7 * day, step: 'hour' },
  '30d': { length: 30 * day, step: 'day' },
}

export const usualRange: UsageRange = { kind: 'last', last: '24h' }

/**
 * Reads the range from query parameters, `?range=7d` or `?from=2026-11-01T08:00&to=2026-11-02T08:00`, and falls back to the usual
 * range.
 */
export function readRange(raw: Readonly<Record<string, unknown>>): UsageRange {
  const last = lastRanges.find((name) => name === raw.range)
  if (last) return { kind: 'last', last }
  const { from, to } = raw
  if (typeof from !== 'string' || typeof to !== 'string' || rangeProblem(from, to) !== null) return usualRange
  return { kind: 'own', from, to }
}

/** The range as query parameters; none for the usual range. */
export function writeRange(range: UsageRange): Readonly<Record<'range' | 'from' | 'to', string | undefined>> {
  const none = { range: undefined, from: undefined, to: undefined }
  if (range.kind === 'own') return { ...none, from: range.from, to: range.to }
  return sameRange(range, usualRange) ? none : { ...none, range: range.last }
}

export function sameRange(left: UsageRange, right: UsageRange): boolean {
  return rangeKey(left) === rangeKey(right)
}

/** Cache key of a range; it does not change over time for ranges such as the last 7 days. */
export function rangeKey(range: UsageRange): string {
  return range.kind === 'last' ? range.last : `${range.from} ${range.to}`
}

/** Why two local date-times are not a valid range, or `null` if they are. */
export function rangeProblem(from: string, to: string): string | null {
  const start = Date.parse(from)
  const end = Date.parse(to)
  if (Number.isNaN(start) || Number.isNaN(end)) return t.rangeIncomplete
  if (end <= start) return t.rangeReversed
  return end - start > 10 * 366 * day ? t.rangeTooLong : null
}

/** Computes the query parameters of a range at this moment: whole steps, including the current one. */
export function paramsOf(range: UsageRange, now: number): RangeParams {
  if (range.kind === 'own') {
    const from = Date.parse(range.from)
    const to = Date.parse(range.to)
    return { from: iso(from), to: iso(to), step: stepFor(to - from) }
  }
  const { length, step } = lasts[range.last]
  const to = Math.ceil((now + 1) / stepLengths[step]) * stepLengths[step]
  return { from: iso(to - length), to: iso(to), step }
}

/** The finest step with which a chart can show this many milliseconds. */
function stepFor(length: number): UsageStep {
  const fine = (['minute', 'hour', 'day'] as const).find((step) => length / stepLengths[step] < maxSteps)
  return fine ?? 'month'
}

/** Milliseconds between refetches of visible figures; `false` for past ranges. */
export function refreshEvery(range: UsageRange, now: number): number | false {
  if (range.kind === 'own') return Date.parse(range.to) > now && minute
  return range.last === '1h' ? 15_000 : minute
}

/** `Last 24 hours`. */
export function rangeWords(range: UsageRange): string {
  return range.kind === 'last' ? t.last({ range: range.last }) : t.chosenTime
}

/** `the 24 hours before`. */
export function beforeWords(range: UsageRange): string {
  return range.kind === 'last' ? t.previousRange({ range: range.last }) : t.previousPeriod
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
