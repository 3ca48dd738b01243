import { isIPv4, isIPv6 } from 'node:net'
import type { LoggedRequest } from '@millwright/connector/connector'
import { componentOf, matchRules } from '../../../../access/rule-match.ts'
import { isoMicros } from '../../../../platform/clock.ts'
import type { AddressForm } from '../../../../platform/settings/usage-settings.ts'
import type { Dialect } from '../../../../records/system/dialect.ts'
import type { Statements } from '../../../../store/store.ts'
import { outcomeName, reasonName } from '../dimensions.ts'
import type { Logged } from './log-buffer.ts'

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

/** An IP address for the request log: by default only the network (`/24`, `/48`), which does not identify a person. */
function shownAddress(address: string, form: AddressForm): string | null {
  if (form === 'none') return null
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (form === 'full') return plain.slice(0, 64)
  if (isIPv4(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`
  return isIPv6(plain) ? `${firstGroups(plain)}::/48` : null
}

/** The first three of eight groups; `::` stands for groups of 0. */
function firstGroups(address: string): string {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...new Array<string>(zeros).fill('0'), ...after].slice(0, 3).join(':')
}

/** Parameters whose values contain no data. */
const telling = new Set([
  'limit',
  'offset',
  'order',
  'fields',
  'related',
  'group',
  'include_count',
  'include_schema',
  'as_list',
  'count_only',
  'estimate',
  'rollback',
  'continue',
  'format',
  'file',
])

/** Credentials, which are masked regardless of settings. */
const secret = new Set(['api_key', 'session_token', 'script_token', 'password', 'code', 'token', 'access_token', 'jwt'])

const longestName = 60
const longestValue = 500
const longest = 2000

/**
 * A query string for the request log: the names of parameters, and the values of those that contain no data; `?` for others.
 * `keepsValues`: log all values but credentials.
 */
function safeQuery(query: string | undefined, keepsValues: boolean): string | null {
  if (query === undefined || query === '') return null
  const parts: string[] = []
  let length = 0
  for (const pair of query.split('&', 50)) {
    if (pair === '') continue
    const part = safePair(pair, keepsValues)
    length += part.length + 1
    if (length > longest) break
    parts.push(part)
  }
  return parts.length === 0 ? null : parts.join('&')
}

function safePair(pair: string, keepsValues: boolean): string {
  const equals = pair.indexOf('=')
  const name = (equals < 0 ? pair : pair.slice(0, equals)).slice(0, longestName)
  if (!/^[a-z_.-]+$/i.test(name)) return '?=?'
  if (equals < 0) return name
  const isShown = telling.has(name) || (keepsValues && !secret.has(name.toLowerCase()))
  return `${name}=${isShown ? pair.slice(equals + 1, equals + 1 + longestValue) : '?'}`
}
