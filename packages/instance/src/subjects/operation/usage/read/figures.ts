import type { UsageFigures } from '@millwright/contract/wire/usage'
import { addWritten, newHistogram, percentile } from '../histogram.ts'
import { isTimed, type OutcomeCode, outcomeName } from '../outcome.ts'

/** A row of sums from the database; numbers may be strings. */
export interface SumRow {
  readonly outcome: unknown
  readonly n: unknown
  readonly us_sum: unknown
  readonly us_max: unknown
  readonly bytes_in: unknown
  readonly bytes_out: unknown
  readonly histogram: unknown
}

/** Adds rows up to the figures of the API. */
export class Sum {
  requests = 0
  readonly #byOutcome = new Map<string, number>()
  #bytesIn = 0
  #bytesOut = 0
  #timed = 0
  #microseconds = 0
  #longest = 0
  readonly #histogram = newHistogram()

  add(row: SumRow): void {
    const outcome: OutcomeCode = Number(row.outcome)
    const n = Number(row.n)
    const name = outcomeName(outcome)
    this.requests += n
    this.#byOutcome.set(name, (this.#byOutcome.get(name) ?? 0) + n)
    this.#bytesIn += Number(row.bytes_in)
    this.#bytesOut += Number(row.bytes_out)
    if (!isTimed(outcome)) return
    this.#timed += n
    this.#microseconds += Number(row.us_sum)
    this.#longest = Math.max(this.#longest, Number(row.us_max))
    addWritten(this.#histogram, String(row.histogram ?? ''))
  }

  figures(): UsageFigures {
    const of = (name: string) => this.#byOutcome.get(name) ?? 0
    const at = (share: number) => milliseconds(percentile(this.#histogram, share, this.#longest))
    return {
      requests: this.requests,
      errors: of('server_error'),
      client_errors: of('client_error'),
      refused: of('refused'),
      limited: of('limited'),
      aborted: of('aborted'),
      bytes_in: this.#bytesIn,
      bytes_out: this.#bytesOut,
      p50_ms: at(0.5),
      p95_ms: at(0.95),
      p99_ms: at(0.99),
      mean_ms: this.#timed === 0 ? null : milliseconds(this.#microseconds / this.#timed),
      max_ms: this.#timed === 0 ? null : milliseconds(this.#longest),
    }
  }
}

function milliseconds(microseconds: number | null): number | null {
  return microseconds === null ? null : Math.round(microseconds / 10) / 100
}
