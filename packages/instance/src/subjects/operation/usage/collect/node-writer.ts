import { hostname } from 'node:os'
import type { UsageGap } from '@millwright/contract/wire/usage'
import { type Dialect, dialectOf } from '../../../../records/system/dialect.ts'
import type { Statements } from '../../../../store/store.ts'
import type { UsageStore } from '../../../../store/usage/usage-store.ts'
import { minuteSpan, seriesOf, spanMinutes } from '../dimensions.ts'
import type { Total } from './span-totals.ts'

/** A period with incomplete or misplaced counts, in milliseconds since 1970. */
type Gap = Loss & Pick<UsageGap, 'why'>

/** Writes under the database id of one start of a node. */
export class NodeWriter {
  readonly #store: UsageStore
  readonly #dialect: Dialect
  readonly number: number

  private constructor(store: UsageStore, number: number) {
    this.#store = store
    this.#dialect = dialectOf(store.engine)
    this.number = number
  }

  /** `started`: milliseconds since 1970. */
  static async begin(store: UsageStore, started: number, now: number): Promise<NodeWriter> {
    const { finish } = dialectOf(store.engine)
    const name = `${hostname().slice(0, 100)}:${process.pid}`
    const row = await store.write(async (statements) =>
      statements.first<{ id: unknown }>(finish(newNode), [name, Math.round(started), Math.round(now)]),
    )
    return new NodeWriter(store, Number(row?.id))
  }

  /** Runs `work` in a transaction that also updates the node's heartbeat. */
  write<T>(now: number, work: (statements: Statements, dialect: Dialect) => Promise<T>): Promise<T> {
    return this.#store.write(async (statements) => {
      await statements.all(this.#dialect.finish(seen), [Math.round(now), this.number])
      return work(statements, this.#dialect)
    })
  }

  noteGap({ from, to, why, lost }: Gap, now: number): Promise<void> {
    return this.write(now, async (statements, { finish }) => {
      await statements.all(finish(newGap), [this.number, Math.round(from), Math.round(to), why, lost])
    })
  }

  async end(now: number): Promise<void> {
    await this.#store.write(async (statements) => {
      await statements.all(this.#dialect.finish(ended), [Math.round(now), this.number])
    })
  }
}

const newNode = 'insert into usage_node (name, started, seen) values (?, ?, ?) returning id'
const seen = 'update usage_node set seen = ? where id = ?'
const ended = 'update usage_node set seen = ?, ended = 1 where id = ?'
const newGap = 'insert into usage_gap (node, began, until, why, lost) values (?, ?, ?, ?, ?)'

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
