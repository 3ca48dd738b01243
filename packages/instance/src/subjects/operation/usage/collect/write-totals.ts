import type { Dialect } from '../../../../records/system/dialect.ts'
import type { Statements } from '../../../../store/store.ts'
import { writeHistogram } from '../histogram.ts'
import type { CallerEntry, Target } from './entities.ts'
import type { Total } from './span-totals.ts'

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
export async function identifyTarget(target: Target, dialect: Dialect, statements: Statements): Promise<number> {
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
