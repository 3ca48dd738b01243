import type { AccessSubject } from '@millwright/contract/wire/usage'
import { dialectOf, type Key } from '../../../../records/system/dialect.ts'
import type { UsageStore } from '../../../../store/usage/usage-store.ts'
import { inner } from '../collect/entities.ts'
import { daySpan, seriesOf } from '../series.ts'

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
