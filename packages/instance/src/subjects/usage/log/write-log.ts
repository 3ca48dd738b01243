import { matchRules } from '../../../access/rule-match.ts'
import { componentOf } from '../../../access/tiers.ts'
import { isoMicros } from '../../../platform/clock.ts'
import type { AddressForm } from '../../../platform/settings/usage-settings.ts'
import type { Dialect } from '../../../records/system/dialect.ts'
import type { Statements } from '../../../store/store.ts'
import { outcomeName, reasonName } from '../outcome.ts'
import type { Logged } from './log-buffer.ts'
import { safeQuery } from './safe-query.ts'
import { shownAddress } from './shown-address.ts'

export interface LogRules {
  readonly address: AddressForm
  /** Whether values of parameters are kept that name data. */
  readonly keepsValues: boolean
  /** Milliseconds from which on a call is slow. */
  readonly slow: number
}

const columns = [
  ...['node', 'seq', 'at', 'request_id', 'verb', 'service', 'resource', 'query', 'app_id', 'user_id', 'role_id'],
  ...['requestor', 'client', 'status', 'outcome', 'reason', 'rule_id', 'limit_id', 'duration_ms', 'slow', 'parts'],
  ...['bytes_in', 'bytes_out', 'rows', 'address'],
]

const together = 20

/** Writes entries of one node; those that are there already stay as they are. */
export async function writeLog(
  entries: readonly Logged[],
  node: number,
  rules: LogRules,
  dialect: Dialect,
  statements: Statements,
): Promise<void> {
  for (let at = 0; at < entries.length; at += together) {
    const part = entries.slice(at, at + together)
    await statements.all(
      dialect.finish(insertRows(part.length)),
      part.flatMap((entry) => [node, ...rowOf(entry, rules)]),
    )
  }
}

function insertRows(rows: number): string {
  const row = `(${columns.map(() => '?').join(', ')})`
  return `insert into request_log (${columns.join(', ')}) values ${new Array(rows).fill(row).join(', ')}
    on conflict (node, seq) do nothing`
}

function rowOf(entry: Logged, rules: LogRules): readonly unknown[] {
  const { target, caller, outcome, milliseconds } = entry
  const { key } = caller
  return [
    entry.seq,
    isoMicros(entry.at),
    entry.id,
    target.verb,
    target.service,
    target.resource,
    safeQuery(entry.query, rules.keepsValues),
    key.appId || null,
    key.userId || null,
    key.roleId || null,
    key.requestor,
    key.client || null,
    entry.status,
    outcomeName(outcome),
    reasonName(outcome),
    ruleOf(entry),
    entry.limit,
    Math.round(milliseconds),
    milliseconds >= rules.slow ? 1 : 0,
    entry.story?.written() ?? null,
    entry.bytesIn,
    entry.bytesOut,
    entry.story?.rows ?? null,
    shownAddress(entry.address, rules.address),
  ]
}

/** The access row that lets the call through; null: none did, or none had to. */
function ruleOf({ role, target, resource }: Logged): number | null {
  if (role === null) return null
  const match = matchRules(role, target.service, componentOf(resource), 'API')
  return match.rowRule(target.verb as never)?.id ?? null
}
