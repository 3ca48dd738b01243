import { type OutcomeCode, type Series, type Span, spans } from '../dimensions.ts'
import { type Histogram, newHistogram } from '../histogram.ts'

/** Counts of one node for one thing in one time span so far. The database row is set to it, never incremented. */
export interface Total {
  readonly series: Series
  /** Minutes since 1970. */
  readonly start: number
  readonly of: TotalOf
  readonly outcome: OutcomeCode
  n: number
  microseconds: number
  longest: number
  bytesIn: number
  bytesOut: number
  readonly histogram: Histogram
  /** Whether the database has less. */
  isDirty: boolean
}

interface Identified {
  readonly id: number | null
}

/** `null`: all. */
export interface TotalOf {
  readonly target: Identified | null
  readonly caller: Identified | null
}

/** Counts to add to totals. */
export interface SpanCount {
  readonly outcome: OutcomeCode
  readonly n: number
  readonly microseconds: number
  readonly longest: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly histogram: Histogram
}

interface Open {
  start: number
  round: number
  byOutcome: (Total | undefined)[]
}

/** The total to which counts belong. */
interface Place {
  readonly span: Span
  readonly series: Series
  /** Start of the span, in minutes since 1970. */
  readonly start: number
  /** A new round restarts all totals. */
  readonly round: number
  readonly of: TotalOf
}

/** The open totals of one thing, by span and outcome. */
export class SpanTotals {
  readonly #open: Open[] = spans.map(() => ({ start: -1, round: -1, byOutcome: [] }))

  /** Adds counts; a total that was in sync with the database is appended to `dirty`. */
  add({ span, series, start, round, of }: Place, counted: SpanCount, dirty: Total[]): void {
    const open = this.#open[span]
    if (open === undefined) return
    if (open.start !== start || open.round !== round) {
      open.start = start
      open.round = round
      open.byOutcome = []
    }
    const { outcome } = counted
    let total = open.byOutcome[outcome]
    if (total === undefined) {
      const nothing = { n: 0, microseconds: 0, longest: 0, bytesIn: 0, bytesOut: 0 }
      total = { series, start, of, outcome, ...nothing, histogram: newHistogram(), isDirty: false }
      open.byOutcome[outcome] = total
    }
    total.n += counted.n
    total.microseconds += counted.microseconds
    total.longest = Math.max(total.longest, counted.longest)
    total.bytesIn += counted.bytesIn
    total.bytesOut += counted.bytesOut
    for (let at = 0; at < counted.histogram.length; at++) {
      const count = counted.histogram[at] ?? 0
      if (count > 0) total.histogram[at] = (total.histogram[at] ?? 0) + count
    }
    if (total.isDirty) return
    total.isDirty = true
    dirty.push(total)
  }
}
