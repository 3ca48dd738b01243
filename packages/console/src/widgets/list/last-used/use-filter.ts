import type { AccessUsage } from '@millwright/contract/wire/usage'
import type { Params } from '../../../instance/transport.ts'
import { parseWireDate } from '../../../ui/dates.ts'
import type { KnownUse } from './access-usage.ts'
import { t } from './messages.ts'

type Use = Partial<AccessUsage>

/** Filters by use, by their value in the URL. */
export const choices = {
  never: t.neverUsed,
  '30': t.unusedFor30Days,
  '90': t.unusedFor90Days,
  '180': t.unusedFor180Days,
  tried: t.calledThoughInactive,
  unreferenced: t.assignedNowhere,
} as const

const day = 86_400_000
/** Maximum number of ids in a filter, since URLs are limited in length. */
const most = 500

/** Whether a record matches a filter. One that was never used is unused for any period. */
export function matchesUse(choice: string, use: Use | undefined, now: number): boolean {
  if (choice === 'tried') return use?.disabled_but_attempted === true
  if (choice === 'unreferenced') return use?.role_unreferenced === true
  const last = parseWireDate(use?.last_used_at ?? '')
  if (choice === 'never') return last === null
  return last === null || last.getTime() < now - Number(choice) * day
}

/** A filter by ids, or by the complement of ids. If both are too many, it finds those that were unused for the longest time. */
export function conditionOf(choice: string, { byId }: KnownUse, now: number): string {
  const all = [...byId].toSorted(([, a], [, b]) => (a.last_used_at ?? '').localeCompare(b.last_used_at ?? ''))
  const chosen = all.flatMap(([id, use]) => (matchesUse(choice, use, now) ? [id] : []))
  if (chosen.length === 0) return '(id = 0)'
  if (chosen.length > most) {
    const others = all.flatMap(([id, use]) => (matchesUse(choice, use, now) ? [] : [id]))
    if (others.length === 0) return '(id > 0)'
    if (others.length <= most) return `(id not in (${others.join(',')}))`
  }
  return `(id in (${chosen.slice(0, most).join(',')}))`
}

/** Whether `conditionOf` finds only some of the matching records. */
export function isTruncated(choice: string, { byId }: KnownUse, now: number): boolean {
  const chosen = [...byId.values()].filter((use) => matchesUse(choice, use, now)).length
  return chosen > most && byId.size - chosen > most
}

/** The label of a filter that is incomplete in this way. */
export const truncatedLabel = (label: string) => t.cut({ label, most })

/** Request parameters for servers that filter by use themselves (`filter-usage`). */
export function lastUseParams(choice: string): Params {
  if (choice === 'tried') return { usage: 'attempted' }
  if (choice === 'never' || choice === 'unreferenced') return { usage: choice }
  return { usage: 'unused', stale_days: choice }
}
