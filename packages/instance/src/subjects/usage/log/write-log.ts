import { matchRules } from '../../../access/rule-match.ts'
import { componentOf } from '../../../access/tiers.ts'
import type { LoggedRequest } from '../../../gateway/ports/logged-request.ts'
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
  /** Whether values of parameters that contain data are logged. */
  readonly keepsValues: boolean
  /** Duration in milliseconds from which a call is slow. */
  readonly slow: number
}

const columns = [
  ...(['node', 'seq', 'at', 'request_id', 'verb', 'service', 'resource', 'query', 'app_id', 'user_id'] as const),
  ...([
    'role_id',
    'requestor',
    'client',
    'status',
    'outcome',
    'reason',
    'rule_id',
    'limit_id',
    'duration_ms',
    'own',
  ] as const),
  ...(['slow', 'parts', 'bytes_in', 'bytes_out', 'rows', 'address'] as const),
] satisfies (keyof LoggedRequest)[]

const together = 20

/** Writes entries; existing ones stay unchanged. */
export async function writeLog(
  entries: readonly LoggedRequest[],
  dialect: Dialect,
  statements: Statements,
): Promise<void> {
  for (let at = 0; at < entries.length; at += together) {
    const part = entries.slice(at, at + together)
    await statements.all(
      dialect.finish(insertRows(part.length)),
      part.flatMap((entry) => columns.map((column) => stored(entry[column]))),
    )
  }
}

function insertRows(rows: number): string {
  const row = `(${columns.map(() => '?').join(', ')})`
  return `insert into request_log (${columns.join(', ')}) values ${new Array(rows).fill(row).join(', ')}
    on conflict (node, seq) do nothing`
}

function stored(value: LoggedRequest[keyof LoggedRequest]): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** Converts a call on a node to a log entry. */
export function loggedRequest(entry: Logged, node: number, rules: LogRules): LoggedRequest {
  const { target, caller, outcome, milliseconds } = entry
  const { key } = caller
  return {
    node,
    seq: entry.seq,
    at: isoMicros(entry.at),
    request_id: entry.id,
    verb: target.verb,
    service: target.service,
    resource: target.resource,
    query: safeQuery(entry.query, rules.keepsValues),
    app_id: key.appId || null,
    user_id: key.userId || null,
    role_id: key.roleId || null,
    requestor: key.requestor,
    client: key.client || null,
    own: target.own,
    status: entry.status,
    outcome: outcomeName(outcome),
    reason: reasonName(outcome),
    rule_id: ruleOf(entry),
    limit_id: entry.limit,
    duration_ms: Math.round(milliseconds),
    slow: milliseconds >= rules.slow,
    parts: entry.story?.parts() ?? null,
    bytes_in: entry.bytesIn,
    bytes_out: entry.bytesOut,
    rows: entry.story?.rows ?? null,
    address: shownAddress(entry.address, rules.address),
  }
}

/** The access row that allowed the call; `null`: none did, or none was needed. */
function ruleOf({ role, target, resource }: Logged): number | null {
  if (role === null) return null
  const match = matchRules(role, target.service, componentOf(resource), 'API')
  return match.rowRule(target.verb as never)?.id ?? null
}
