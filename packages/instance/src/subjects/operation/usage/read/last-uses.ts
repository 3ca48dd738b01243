import type { AccessSubject, RefusalReason } from '@millwright/contract/wire/usage'
import { plainSeconds } from '../../../../platform/clock.ts'
import { dialectOf, type Key } from '../../../../records/system/dialect.ts'
import type { UsageStore } from '../../../../store/usage/usage-store.ts'

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
