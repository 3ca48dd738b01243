import type { FinishedCall } from '../../../../gateway/ports/usage.ts'
import type { RequestTimings } from '../../../../platform/tracing/request-context.ts'
import type { CompiledRole } from '../../../../request/compiled-role.ts'
import type { CountedCall } from '../collect/counting.ts'
import { isOk, isRefused } from '../dimensions.ts'

/** A call to be written to the request log. It contains nothing of a body. */
export interface Logged extends CountedCall {
  readonly seq: number
  /** When it ended, in milliseconds since 1970. */
  readonly at: number
  readonly id: string
  readonly status: number
  readonly milliseconds: number
  readonly bytesIn: number | null
  readonly bytesOut: number | null
  readonly address: string
  readonly query: string | undefined
  /** The requested path, for finding the access row that allowed it; never written. */
  readonly resource: string
  readonly role: CompiledRole | null
  readonly limit: number | null
  readonly story: RequestTimings | null
}

/** Most calls to log per second. */
const secondly = { successes: 200, others: 1000, refusalsOfOne: 10 } as const
const most = 20_000

/** Buffers calls for the request log, and drops those beyond the limits, which are still counted. */
export class LogBuffer {
  readonly #sample: number
  #waiting: Logged[] = []
  #second = 0
  #successes = 0
  #others = 0
  readonly #refusals = new Map<object, number>()
  #seq = 0
  /** Fraction of a success that is due to be logged. */
  #owed = 0

  /** `sample`: share of successes to log. */
  constructor(sample: number) {
    this.#sample = sample
  }

  add(call: FinishedCall, counted: CountedCall, now: number): void {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) this.#begin(second)
    if (!this.#isWanted(counted) || this.#waiting.length >= most) return
    this.#seq += 1
    this.#waiting.push({
      ...counted,
      seq: this.#seq,
      at: now,
      id: call.id,
      status: call.status,
      milliseconds: call.milliseconds,
      bytesIn: call.bytesIn,
      bytesOut: call.bytesOut,
      address: call.address,
      query: call.asked?.query,
      resource: call.asked?.resource ?? '',
      role: call.caller?.sysadmin === false ? call.caller.role : null,
      story: call.story ?? null,
      limit: call.status === 429 ? limitOf(call.failure) : null,
    })
  }

  /** Pending calls, oldest first; they stay pending until `written`. */
  pending(): readonly Logged[] {
    return this.#waiting
  }

  written(count: number): void {
    this.#waiting = this.#waiting.slice(count)
  }

  #begin(second: number): void {
    this.#second = second
    this.#successes = 0
    this.#others = 0
    this.#refusals.clear()
  }

  #isWanted({ outcome, caller }: CountedCall): boolean {
    if (isOk(outcome)) {
      this.#owed += this.#sample
      if (this.#owed < 1) return false
      this.#owed -= 1
      this.#successes += 1
      return this.#successes <= secondly.successes
    }
    this.#others += 1
    if (this.#others > secondly.others) return false
    if (!isRefused(outcome)) return true
    const refused = (this.#refusals.get(caller) ?? 0) + 1
    this.#refusals.set(caller, refused)
    return refused <= secondly.refusalsOfOne
  }
}

/** The first limit in an error response. */
function limitOf(failure: unknown): number | null {
  if (typeof failure !== 'object' || failure === null) return null
  const context: unknown = Reflect.get(failure, 'context')
  const first: unknown = Array.isArray(context) ? context[0] : null
  const id: unknown = typeof first === 'object' && first !== null ? Reflect.get(first, 'id') : null
  return typeof id === 'number' ? id : null
}
