import type { LimitUse } from '@millwright/contract/records/limit'
import type { TaskLog } from '@millwright/contract/records/scheduler'
import type { ConfigDrift } from '@millwright/contract/wire/config'
import { serverMessages } from '../../../instance/server-sentences.ts'
import { parseWireDate } from '../../../ui/dates.ts'
import { t } from '../messages.ts'

/** A problem that needs attention, and the address where it is fixed. */
export interface Problem {
  readonly id: string
  /** `note`: nothing fails, but something is pending. */
  readonly weight: 'failing' | 'note'
  readonly what: string
  readonly why: string
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  /** When it was detected, as a date of the API; `null` if unknown. */
  readonly since: string | null
}

type Row = { readonly [field: string]: unknown }

/** Services whose last request failed. */
export function failingServices(rows: readonly Row[]): Problem[] {
  return rows.flatMap(({ id, name, health }) => {
    const [last]: readonly unknown[] = Array.isArray(health) ? health : []
    if (!isRow(last) || last.healthy !== false) return []
    return {
      id: `service ${id}`,
      weight: 'failing',
      what: t.serviceNamed({ name: textOf(name) ?? String(id) }),
      why: serverMessages.say(textOf(last.reason) ?? t.lastCallUnanswered),
      to: `/services/${id}`,
      since: textOf(last.since),
    }
  })
}

/** Services whose tables differ from the schema contract in a way that may affect callers. */
export function driftedServices(rows: readonly Row[]): Problem[] {
  return rows.flatMap(({ name, label, drift }) => {
    if (!isRow(drift) || !isRow(drift.summary)) return []
    const { breaking_count: breaking, potentially_breaking_count: potentially } = drift.summary
    if (!(Number(breaking) > 0) && !(Number(potentially) > 0)) return []
    return {
      id: `contract ${name}`,
      weight: Number(breaking) > 0 ? 'failing' : 'note',
      what: t.contractTitle({ name: textOf(label) ?? String(name) }),
      why: Number(breaking) > 0 ? t.tablesBreakCallers : t.contractWarning,
      to: `/schema/${encodeURIComponent(String(name))}`,
      since: null,
    }
  })
}

/** Records that folders of configuration manage, and somebody changed. */
export function driftedRecords({ records }: ConfigDrift): Problem[] {
  if (records.length === 0) return []
  return [
    {
      id: 'configuration',
      weight: 'note',
      what: t.configuration,
      why: t.recordsDrifted({ count: records.length }),
      to: '/package-manager',
      search: { view: 'configuration' },
      since: null,
    },
  ]
}

/** Tasks whose last run failed. */
export function failedTasks(rows: readonly Row[]): Problem[] {
  return rows.flatMap(({ id, name, is_active: active, task_log_by_task_id: logs }) => {
    const log: unknown = Array.isArray(logs) ? logs[0] : logs
    if (active === false || !isRow(log)) return []
    const { status_code: status, created_date: since }: Partial<TaskLog> = log
    return {
      id: `task ${id}`,
      weight: 'failing',
      what: t.taskNamed({ name: textOf(name) ?? String(id) }),
      why: status === undefined ? t.lastRunFailed : t.lastRunStatus({ status: String(status) }),
      to: `/scheduler/${id}`,
      since: textOf(since),
    }
  })
}

/** Open requests for access, which wait for a decision. */
export function openRequests(count: number | null): Problem[] {
  if (count === null || count === 0) return []
  return [
    {
      id: 'access-requests',
      weight: 'note',
      what: t.accessRequests({ count }),
      why: t.waitForDecision,
      to: '/roles/requests',
      since: null,
    },
  ]
}

/** Keys of active apps that end within seven days, or have just ended. */
export function endingKeys(rows: readonly Row[]): Problem[] {
  return rows.flatMap(({ id, name, expires_at: end }) => {
    const ends = parseWireDate(textOf(end) ?? '')
    if (ends === null) return []
    const hasEnded = ends.getTime() <= Date.now()
    return {
      id: `app-${id}`,
      weight: hasEnded ? 'failing' : 'note',
      what: t.appNamed({ name: textOf(name) ?? String(id) }),
      why: hasEnded ? t.keyEnded : t.keyEnds,
      to: `/apps/${id}`,
      since: textOf(end),
    }
  })
}

/** Limits that reject all further requests in this period. */
export function refusingLimits(rows: readonly Row[]): Problem[] {
  return rows.flatMap(({ id, name, is_active: active, period, limit_cache_by_limit_id: uses }) => {
    const full = (Array.isArray(uses) ? uses : []).filter(isUsedUp)
    const [first] = full
    if (active === false || first === undefined) return []
    const spent = { period: textOf(period)?.replace('-', '') ?? 'other' }
    return {
      id: `limit ${id}`,
      weight: 'failing',
      what: t.limitNamed({ name: textOf(name) ?? String(id) }),
      why:
        full.length === 1
          ? t.allRequestsUsed({ ...spent, max: first.max })
          : t.countersUsed({ ...spent, count: full.length }),
      to: `/limits/${id}`,
      since: null,
    }
  })
}

/** A script whose last run failed. */
export function failedScript(name: string, runs: readonly Row[]): Problem[] {
  const [last] = runs
  if (last?.ok !== false) return []
  return [
    {
      id: `script ${name}`,
      weight: 'failing',
      what: t.scriptNamed({ name }),
      why: serverMessages.say((isRow(last.error) ? textOf(last.error.message) : null) ?? t.lastRunFailed),
      to: `/scripts/${encodeURIComponent(name)}`,
      since: textOf(last.date),
    },
  ]
}

/** Mails in the outbox, which were not sent. */
export function unsentMails(count: number | null): Problem[] {
  if (count === null || count === 0) return []
  return [
    {
      id: 'outbox',
      weight: 'note',
      what: t.mails({ count }),
      why: t.storedInOutbox,
      to: '/config/outbox',
      since: null,
    },
  ]
}

/** Sorts failures before notes, latest first. */
export function sortProblems(troubles: readonly Problem[]): Problem[] {
  return troubles.toSorted(
    (a, b) => Number(a.weight === 'note') - Number(b.weight === 'note') || (b.since ?? '').localeCompare(a.since ?? ''),
  )
}

function isUsedUp(use: unknown): use is LimitUse {
  return isRow(use) && typeof use.attempts === 'number' && typeof use.max === 'number' && use.attempts >= use.max
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
