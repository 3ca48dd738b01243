import { Problem } from '@millwright/contract/problem'
import {
  type AccessSubject,
  type AccessUsage,
  type AccessUsageAnswer,
  accessSubjects,
  type RefusalReason,
} from '@millwright/contract/wire/usage'
import { refuseUsage } from '../../access/usage-rights.ts'
import { plainSeconds } from '../../platform/clock.ts'
import { isYes } from '../../platform/yes-and-no.ts'
import { dialectOf } from '../../records/system/dialect.ts'
import type { Params } from '../../request/api-request.ts'
import { text } from '../../request/params.ts'
import type { UsageStore } from '../../store/usage/usage-store.ts'
import type { SystemResource } from '../system/system-resource.ts'
import { readSubjects, type Subject } from './access-subjects.ts'
import { recentRequests } from './read/recent-requests.ts'
import type { UsageParts } from './usage-resource.ts'

const day = 86_400_000

export interface AccessUsageParts extends UsageParts {
  /** Whether calls are counted at all. */
  readonly isCounting: boolean
}

/** `system/access_usage`: which apps, roles and people are in use, and since when not (docs/wire/usage.md). */
export function createAccessUsageResource(parts: AccessUsageParts): SystemResource {
  return {
    name: 'access_usage',
    label: 'Access Usage',
    description: 'When apps, roles and users were used last, and which nobody uses.',
    singleton: true,
    readOnly: true,
    guard: ({ caller }) => refuseUsage(caller),
    async handle(request, rest) {
      if (rest.length > 0) throw new Problem(404, "There is nothing below 'access_usage'.")
      if (request.verb !== 'GET') throw new Problem(400, `${request.verb} is not supported on 'access_usage'.`)
      return { status: 200, body: await readAccessUsage(parts, request.params) }
    },
  }
}

/** What `GET system/access_usage` answers. */
export async function readAccessUsage(parts: AccessUsageParts, params: Params): Promise<AccessUsageAnswer> {
  const subject = subjectIn(params)
  const staleDays = staleDaysIn(params)
  const now = parts.clock()
  const usage = parts.isCounting ? await parts.upToDate() : null
  const seen = usage === null ? new Map<number, Seen>() : await readSeen(usage, subject)
  const recent = usage === null ? null : await recentRequests(usage, subject, now)
  const subjects = await readSubjects(parts.store, subject)
  const rows = subjects.map((each) => rowOf(each, { subject, staleDays, now, seen: seen.get(each.id), recent }))
  const wantsNever = text(params, 'include_never_used')
  const shown = wantsNever === undefined || isYes(wantsNever) ? rows : rows.filter((row) => !row.never_used)
  return {
    resource: shown,
    meta: {
      subject,
      stale_days: staleDays,
      generated_at: plainSeconds(now),
      ledger_available: usage !== null,
      tracking_started_at: usage === null ? null : await firstSighting(usage),
    },
  }
}

function subjectIn(params: Params): AccessSubject {
  const given = text(params, 'subject')?.trim().toLowerCase() ?? 'app'
  const found = accessSubjects.find((each) => each === given)
  if (found === undefined) throw new Problem(400, "'subject' has to be one of app, role, user.")
  return found
}

/** A number of at least 1, cut to an integer. */
function staleDaysIn(params: Params): number {
  const given = text(params, 'stale_days')?.trim()
  if (given === undefined || given === '') return 90
  const days = /^\d{1,9}(?:\.\d{1,9})?$/.test(given) ? Math.floor(Number(given)) : 0
  if (days < 1) throw new Problem(400, "'stale_days' has to be a number of at least 1.")
  return days
}

interface Seen {
  readonly lastUsed: number | null
  readonly lastDenied: number | null
  readonly lastService: string | null
  readonly lastStatus: number | null
  readonly lastReason: RefusalReason | null
}

interface SeenRow {
  readonly subject_id: unknown
  readonly last_used: unknown
  readonly last_denied: unknown
  readonly last_service: string | null
  readonly last_status: unknown
  readonly last_denied_reason: RefusalReason | null
}

async function readSeen({ statements, engine }: UsageStore, subject: AccessSubject): Promise<Map<number, Seen>> {
  const rows = await statements.all<SeenRow>(dialectOf(engine).finish(seenSql), [subject])
  return new Map(
    rows.map((row) => [
      Number(row.subject_id),
      {
        lastUsed: numberOrNull(row.last_used),
        lastDenied: numberOrNull(row.last_denied),
        lastService: row.last_service,
        lastStatus: numberOrNull(row.last_status),
        lastReason: row.last_denied_reason,
      },
    ]),
  )
}

const seenSql = `select subject_id, last_used, last_denied, last_service, last_status, last_denied_reason
  from access_usage where subject_type = ?`

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value))

/** "Never" means "not since then". */
async function firstSighting({ statements }: UsageStore): Promise<string | null> {
  const row = await statements.first<{ at: unknown }>('select min(first_seen) as at from access_usage', [])
  return row === undefined || row.at === null ? null : plainSeconds(Number(row.at))
}

interface RowParts {
  readonly subject: AccessSubject
  readonly staleDays: number
  readonly now: number
  readonly seen: Seen | undefined
  readonly recent: Awaited<ReturnType<typeof recentRequests>> | null
}

function rowOf(each: Subject, { subject, staleDays, now, seen, recent }: RowParts): AccessUsage {
  const used = seen?.lastUsed ?? null
  const denied = seen?.lastDenied ?? null
  const edge = now - staleDays * day
  const requests = recent?.get(each.id)
  return {
    subject_type: subject,
    subject_id: each.id,
    name: each.name,
    is_active: each.isActive,
    last_used_at: used === null ? null : plainSeconds(used),
    last_denied_at: denied === null ? null : plainSeconds(denied),
    last_service: seen?.lastService ?? null,
    last_status: seen?.lastStatus ?? null,
    never_used: used === null,
    stale: used !== null && used < edge,
    disabled_but_attempted: !each.isActive && denied !== null && denied >= edge,
    role_unreferenced: subject === 'role' ? !each.isReferenced : null,
    last_login_date: subject === 'user' ? each.lastLogin : null,
    is_sys_admin: subject === 'user' ? each.isAdmin : null,
    requests_30d: recent === null ? null : (requests?.requests ?? 0),
    top_services: recent === null ? null : (requests?.services ?? []),
    last_denied_reason: seen?.lastReason ?? null,
    ...(subject === 'app' ? { key_last_used_at: each.keyLastUsed } : {}),
  }
}
