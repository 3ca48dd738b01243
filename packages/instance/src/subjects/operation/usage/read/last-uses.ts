import type { AccessSubject, RefusalReason } from '@millwright/contract/wire/usage'
import { plainSeconds } from '../../../../platform/clock.ts'
import { dialectOf, type Key } from '../../../../records/system/dialect.ts'
import type { UsageStore } from '../../../../store/usage/usage-store.ts'
import { inner } from '../collect/entities.ts'
import { daySpan, seriesOf } from '../dimensions.ts'

export interface RecentRequests {
  requests: number
  /** The three busiest. */
  services: { service: string; requests: number }[]
}

const days = 30
const maxServices = 3

/** Number of calls of each app, role or person in the last thirty days, and their main services; by id. `ids`: limits them, `null`: all. */
export async function recentRequests(
  { statements, engine }: UsageStore,
  subject: AccessSubject,
  now: number,
  ids: readonly Key[] | null,
): Promise<Map<number, RecentRequests>> {
  const from = (Math.floor(now / 86_400_000) - days + 1) * 1440
  const { finish, among, list } = dialectOf(engine)
  const who = `${subject}_id`
  const those = ids === null ? '' : ` and caller in (select id from usage_caller where ${among(who, 'number')})`
  // Sums by pair before joining names, as there are as many rows as pairs and days.
  const sql = `select c.${who} as id, t.service as service, sum(u.n) as n from
    (select target, caller, sum(n) as n from usage_count where series = ? and start >= ?${those} group by target, caller) u
    join usage_target t on t.id = u.target join usage_caller c on c.id = u.caller
    where c.${who} > 0 and c.requestor <> '${inner}' group by 1, 2 order by 3 desc, 2`
  const found = new Map<number, RecentRequests>()
  const values = [seriesOf(daySpan, subject === 'app' ? 'whole' : 'pair'), from, ...(ids === null ? [] : [list(ids)])]
  const rows = await statements.all<{ id: unknown; service: string; n: unknown }>(finish(sql), values)
  for (const { id, service, n } of rows) {
    const known = found.get(Number(id)) ?? { requests: 0, services: [] }
    known.requests += Number(n)
    if (known.services.length < maxServices) known.services.push({ service, requests: Number(n) })
    found.set(Number(id), known)
  }
  return found
}

/** Last use of an app, role or person; milliseconds since 1970. */
export interface LastUse {
  readonly lastUsed: number | null
  readonly lastDenied: number | null
  readonly lastService: string | null
  readonly lastStatus: number | null
  readonly lastReason: RefusalReason | null
}

interface LastUseRow {
  readonly subject_id: unknown
  readonly last_used: unknown
  readonly last_denied: unknown
  readonly last_service: string | null
  readonly last_status: unknown
  readonly last_denied_reason: RefusalReason | null
}

/** Last uses by id; `ids`: limits them, `null`: all. Subjects without an entry were never used. */
export async function lastUses(
  { statements, engine }: UsageStore,
  subject: AccessSubject,
  ids: readonly Key[] | null,
): Promise<Map<number, LastUse>> {
  const { finish, among, list } = dialectOf(engine)
  const sql = `select subject_id, last_used, last_denied, last_service, last_status, last_denied_reason
    from access_usage where subject_type = ?${ids === null ? '' : ` and ${among('subject_id', 'number')}`}`
  const rows = await statements.all<LastUseRow>(finish(sql), [subject, ...(ids === null ? [] : [list(ids)])])
  return new Map(rows.map((row) => [Number(row.subject_id), lastUseOf(row)]))
}

const lastUseOf = (row: LastUseRow): LastUse => ({
  lastUsed: numberOrNull(row.last_used),
  lastDenied: numberOrNull(row.last_denied),
  lastService: row.last_service,
  lastStatus: numberOrNull(row.last_status),
  lastReason: row.last_denied_reason,
})

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value))

/** Time of the first recorded use; "never used" means "not since then". */
export async function firstSighting({ statements }: UsageStore): Promise<string | null> {
  const row = await statements.first<{ at: unknown }>('select min(first_seen) as at from access_usage', [])
  return row === undefined || row.at === null ? null : plainSeconds(Number(row.at))
}
