import { isYes } from '@millwright/connector/request'
import { Problem } from '@millwright/contract/problem'
import {
  type AccessSubject,
  type AccessUsage,
  type AccessUsageAnswer,
  accessSubjects,
} from '@millwright/contract/wire/usage'
import { requireUsageAccess } from '../../../access/required-rights.ts'
import { plainSeconds } from '../../../platform/clock.ts'
import type { Params } from '../../../request/api-request.ts'
import { list, number, text } from '../../../request/params.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { readSubjects, type Subject, type SubjectPage } from './access-subjects.ts'
import { firstSighting, type LastUse, lastUses, type RecentRequests, recentRequests } from './read/last-uses.ts'
import type { UsageParts } from './usage-resource.ts'

const day = 86_400_000
/** Longest list, as for every resource. */
const maxRows = 100_000
const maxIds = 1_000

export interface AccessUsageParts extends UsageParts {
  /** Whether usage is recorded at all. */
  readonly isCounting: boolean
}

/** `system/access_usage`: which apps, roles and people are in use, and when they were last used (docs/wire/usage.md). */
export function createAccessUsageResource(parts: AccessUsageParts): SystemResource {
  return {
    name: 'access_usage',
    label: 'Access Usage',
    description: 'When apps, roles and users were last used, and which are unused.',
    singleton: true,
    keeps: 'history',
    readOnly: true,
    guard: ({ caller }) => requireUsageAccess(caller),
    async handle(request, rest) {
      if (rest.length > 0) throw new Problem(404, "'access_usage' has no subresources.")
      if (request.verb !== 'GET') throw new Problem(400, `${request.verb} is not supported on 'access_usage'.`)
      return { status: 200, body: await readAccessUsage(parts, request.params) }
    },
  }
}

async function readAccessUsage(parts: AccessUsageParts, params: Params): Promise<AccessUsageAnswer> {
  const subject = subjectIn(params)
  const staleDays = staleDaysIn(params)
  const page = pageIn(params)
  const wantsNever = text(params, 'include_never_used')
  const isWithNever = wantsNever === undefined || isYes(wantsNever)
  const now = parts.clock()
  const usage = parts.isCounting ? await parts.upToDate() : null
  const found = await readSubjects(parts, subject, isWithNever ? page : { ...page, limit: maxRows, offset: 0 })
  const uses = usage === null ? none : await lastUses(usage, subject, idsOf(found))
  const shown = isWithNever ? found : usedOf(found, uses).slice(page.offset, page.offset + page.limit)
  const recent = usage === null ? null : await recentRequests(usage, subject, now, idsOf(shown))
  const edge = now - staleDays * day
  return {
    resource: shown.map((each) => rowOf(each, { subject, use: uses.get(each.id), edge, recent })),
    meta: {
      subject,
      stale_days: staleDays,
      generated_at: plainSeconds(now),
      ledger_available: usage !== null,
      tracking_started_at: usage === null ? null : await firstSighting(usage),
    },
  }
}

const none: ReadonlyMap<number, LastUse> = new Map()

/** `null`: so many that reading all is cheaper. */
const idsOf = (subjects: readonly Subject[]): number[] | null =>
  subjects.length > maxIds ? null : subjects.map(({ id }) => id)

const usedOf = (subjects: readonly Subject[], uses: ReadonlyMap<number, LastUse>): readonly Subject[] =>
  subjects.filter(({ id }) => typeof uses.get(id)?.lastUsed === 'number')

/** Use states of all subjects of a kind; `params`: `stale_days`. */
export async function readUseStates(
  parts: AccessUsageParts,
  subject: AccessSubject,
  params: Params,
): Promise<(UseState & { readonly id: number })[]> {
  const { clock, upToDate } = parts
  const edge = clock() - staleDaysIn(params) * day
  const uses = await lastUses(await upToDate(), subject, null)
  const subjects = await readSubjects(parts, subject, {})
  return subjects.map((each) => ({ id: each.id, ...stateOf(each, { subject, use: uses.get(each.id), edge }) }))
}

function subjectIn(params: Params): AccessSubject {
  const subjectName = text(params, 'subject')?.trim().toLowerCase() ?? 'app'
  const found = accessSubjects.find((each) => each === subjectName)
  if (found === undefined) throw new Problem(400, "'subject' must be one of app, role, user.")
  return found
}

/** A number of at least 1, truncated to an integer. */
function staleDaysIn(params: Params): number {
  const daysText = text(params, 'stale_days')?.trim()
  if (daysText === undefined || daysText === '') return 90
  const days = /^\d{1,9}(?:\.\d{1,9})?$/.test(daysText) ? Math.floor(Number(daysText)) : 0
  if (days < 1) throw new Problem(400, "'stale_days' must be a number of at least 1.")
  return days
}

/** Like in other lists, an invalid or too large limit becomes the maximum. */
function pageIn(params: Params): SubjectPage & { readonly limit: number; readonly offset: number } {
  const limit = number(params, 'limit') ?? 0
  const ids = list(params, 'ids')?.map((id) => {
    if (!/^\d{1,15}$/.test(id)) throw new Problem(400, "'ids' must be identifiers, divided by commas.")
    return Number(id)
  })
  if (ids !== undefined && ids.length > maxIds) throw new Problem(400, `'ids' takes up to ${maxIds} identifiers.`)
  return {
    limit: limit > 0 && limit < maxRows ? limit : maxRows,
    offset: Math.max(0, number(params, 'offset') ?? 0),
    ...(ids === undefined ? {} : { ids }),
  }
}

/** Properties by which a list can be filtered. */
export type UseState = Pick<AccessUsage, 'never_used' | 'stale' | 'disabled_but_attempted' | 'role_unreferenced'>

interface StateParts {
  readonly subject: AccessSubject
  readonly use: LastUse | undefined
  /** Last uses before this count as stale; milliseconds since 1970. */
  readonly edge: number
}

function stateOf({ isActive, isReferenced }: Subject, { subject, use, edge }: StateParts): UseState {
  const used = use?.lastUsed ?? null
  const denied = use?.lastDenied ?? null
  return {
    never_used: used === null,
    stale: used !== null && used < edge,
    disabled_but_attempted: !isActive && denied !== null && denied >= edge,
    role_unreferenced: subject === 'role' ? !isReferenced : null,
  }
}

interface RowParts extends StateParts {
  readonly recent: ReadonlyMap<number, RecentRequests> | null
}

function rowOf(each: Subject, parts: RowParts): AccessUsage {
  const { subject, use, recent } = parts
  const requests = recent?.get(each.id)
  return {
    subject_type: subject,
    subject_id: each.id,
    name: each.name,
    is_active: each.isActive,
    last_used_at: timeOf(use?.lastUsed),
    last_denied_at: timeOf(use?.lastDenied),
    last_service: use?.lastService ?? null,
    last_status: use?.lastStatus ?? null,
    ...stateOf(each, parts),
    last_login_date: subject === 'user' ? each.lastLogin : null,
    is_sys_admin: subject === 'user' ? each.isAdmin : null,
    requests_30d: recent === null ? null : (requests?.requests ?? 0),
    top_services: recent === null ? null : (requests?.services ?? []),
    last_denied_reason: use?.lastReason ?? null,
    ...(subject === 'app' ? { key_last_used_at: each.keyLastUsed } : {}),
  }
}

const timeOf = (at: number | null | undefined) => (typeof at === 'number' ? plainSeconds(at) : null)
