import type { AccessSubject } from '@millwright/contract/wire/usage'
import { dialectOf } from '../../../records/system/dialect.ts'
import type { UsageStore } from '../../../store/usage/usage-store.ts'
import { daySpan, seriesOf } from '../series.ts'

export interface RecentRequests {
  requests: number
  /** The busiest three. */
  services: { service: string; requests: number }[]
}

const days = 30
const mostServices = 3

/** How many calls each app, role or person made in the last thirty days, and of which services; by identifier. */
export async function recentRequests(
  { statements, engine }: UsageStore,
  subject: AccessSubject,
  now: number,
): Promise<Map<number, RecentRequests>> {
  const from = (Math.floor(now / 86_400_000) - days + 1) * 1440
  // Pairs are summed before they are given names: there are as many rows as pairs and days.
  const sql = `select c.${subject}_id as id, t.service as service, sum(u.n) as n from
    (select target, caller, sum(n) as n from usage_count where series = ? and start >= ? group by target, caller) u
    join usage_target t on t.id = u.target join usage_caller c on c.id = u.caller
    where c.${subject}_id > 0 group by 1, 2 order by 3 desc, 2`
  const found = new Map<number, RecentRequests>()
  const rows = await statements.all<{ id: unknown; service: string; n: unknown }>(dialectOf(engine).finish(sql), [
    seriesOf(daySpan, subject === 'app' ? 'whole' : 'pair'),
    from,
  ])
  for (const { id, service, n } of rows) {
    const known = found.get(Number(id)) ?? { requests: 0, services: [] }
    known.requests += Number(n)
    if (known.services.length < mostServices) known.services.push({ service, requests: Number(n) })
    found.set(Number(id), known)
  }
  return found
}
