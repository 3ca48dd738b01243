import { daySpan, hourSpan, type Kind, minuteSpan, type Span, seriesOf, spanStart } from '../series.ts'
import type { Batch } from './counting.ts'
import { type Cell, Pair } from './entities.ts'
import { SpanTotals, type Total, type TotalOf } from './span-totals.ts'

/** Cells that are added before yielding to the event loop. */
const atOnce = 500

/** Adds counts to the totals: of everything, and of each target, caller and pair. */
export class Fold {
  readonly #all = new SpanTotals()
  /** Totals that are ahead of the database, in order of their change. */
  dirty: Total[] = []
  #round = 0

  /** Adds batches to the totals of their minute, hour and day. */
  async add(batches: readonly Batch[], pause: () => Promise<void>): Promise<void> {
    let done = 0
    for (const { minute, cells } of batches) {
      for (const cell of cells) {
        this.#addCell(cell, minute)
        done += 1
        if (done % atOnce === 0) await pause()
      }
    }
  }

  /** Restarts all totals, for rows under another node number. */
  begin(): void {
    this.#round += 1
    this.dirty = []
  }

  #addCell(cell: Cell, minute: number): void {
    const { pair } = cell
    const { target, caller } = pair
    const whole = wholeOf(pair)
    for (const span of [minuteSpan, hourSpan, daySpan] as const) {
      const start = spanStart(minute, span)
      this.#to(caller.totals, span, start, 'caller', { target: null, caller }, cell)
      if (span !== minuteSpan) this.#to(pair.totals, span, start, 'pair', pair, cell)
      if (caller.isInner) continue
      this.#to(this.#all, span, start, 'total', nothing, cell)
      this.#to(target.totals, span, start, 'target', { target, caller: null }, cell)
      if (target.whole !== null) {
        this.#to(target.whole.totals, span, start, 'service', { target: target.whole, caller: null }, cell)
      }
      if (caller.whole !== null) {
        this.#to(caller.whole.totals, span, start, 'app', { target: null, caller: caller.whole }, cell)
      }
      if (whole !== null) this.#to(whole.totals, span, start, 'whole', whole, cell)
    }
  }

  #to(totals: SpanTotals, span: Span, start: number, kind: Kind, of: TotalOf, cell: Cell): void {
    totals.add({ span, series: seriesOf(span, kind), start, round: this.#round, of }, cell, this.dirty)
  }
}

/** The pair of the service as a whole and the app as a whole. */
function wholeOf({ target, caller }: Pair): Pair | null {
  if (target.whole === null || caller.whole === null) return null
  const known = target.whole.pairs.get(caller.whole)
  if (known !== undefined) return known
  const made = new Pair(target.whole, caller.whole)
  target.whole.pairs.set(caller.whole, made)
  return made
}

const nothing: TotalOf = { target: null, caller: null }
