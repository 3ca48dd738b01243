import type { Dialect } from '../../../../records/system/dialect.ts'
import type { Statements } from '../../../../store/store.ts'
import { daySpan, hourSpan, type Kind, minuteSpan, type Span, seriesOf, spanStart } from '../dimensions.ts'
import { writeHistogram } from '../histogram.ts'
import type { Batch } from './counting.ts'
import { type CallerEntry, type Cell, Pair, type UsageTarget } from './entities.ts'
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
  const newPair = new Pair(target.whole, caller.whole)
  target.whole.pairs.set(caller.whole, newPair)
  return newPair
}

const nothing: TotalOf = { target: null, caller: null }

/** Rows per statement; full batches share one prepared statement. */
const together = 50

const countColumns = 'series, start, target, caller, outcome, node, n, us_sum, us_max, bytes_in, bytes_out, histogram'
const countValues = 12

function upsertCounts(rows: number): string {
  const row = `(${new Array(countValues).fill('?').join(', ')})`
  return `insert into usage_count (${countColumns}) values ${new Array(rows).fill(row).join(', ')}
    on conflict (series, start, target, caller, outcome, node) do update set n = excluded.n, us_sum = excluded.us_sum,
      us_max = excluded.us_max, bytes_in = excluded.bytes_in, bytes_out = excluded.bytes_out, histogram = excluded.histogram`
}

/** Sets a node's rows to its current counts; idempotent. */
export async function writeTotals(
  totals: readonly Total[],
  node: number,
  dialect: Dialect,
  statements: Statements,
): Promise<void> {
  for (let at = 0; at < totals.length; at += together) {
    const part = totals.slice(at, at + together)
    await statements.all(
      dialect.finish(upsertCounts(part.length)),
      part.flatMap(({ series, start, of, outcome, n, microseconds, longest, bytesIn, bytesOut, histogram }) => [
        series,
        start,
        of.target?.id ?? 0,
        of.caller?.id ?? 0,
        outcome,
        node,
        n,
        microseconds,
        longest,
        bytesIn,
        bytesOut,
        writeHistogram(histogram),
      ]),
    )
  }
}

/** Returns the id of a target in the database, which is shared by all nodes, and creates it on first use. */
export async function identifyTarget(target: UsageTarget, dialect: Dialect, statements: Statements): Promise<number> {
  const named = [target.service, target.resource, target.verb, target.own ? 1 : 0]
  await statements.all(dialect.finish(newTarget), named)
  const row = await statements.first<{ id: unknown }>(dialect.finish(targetId), named)
  return Number(row?.id)
}

const newTarget = 'insert into usage_target (service, resource, verb, own) values (?, ?, ?, ?) on conflict do nothing'
const targetId = 'select id from usage_target where service = ? and resource = ? and verb = ? and own = ?'

export async function identifyCaller({ key }: CallerEntry, dialect: Dialect, statements: Statements): Promise<number> {
  const named = [key.appId, key.userId, key.roleId, key.requestor, key.client]
  await statements.all(dialect.finish(newCaller), [...named, key.appName, key.roleName])
  const row = await statements.first<{ id: unknown }>(dialect.finish(callerId), named)
  return Number(row?.id)
}

const newCaller = `insert into usage_caller (app_id, user_id, role_id, requestor, client, app_name, role_name)
  values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`
const callerId =
  'select id from usage_caller where app_id = ? and user_id = ? and role_id = ? and requestor = ? and client = ?'
