/** How the answers of an instance's API were counted: who called what, how it went (docs/wire/usage.md). */

export const usageSteps = ['minute', 'hour', 'day', 'month'] as const
export type UsageStep = (typeof usageSteps)[number]

/** What the figures may be divided by, and narrowed to by parameters of the same names. */
export const usageGroups = [
  'service',
  'resource',
  'verb',
  'outcome',
  'reason',
  'app',
  'user',
  'role',
  'requestor',
  'client',
] as const
export type UsageGroup = (typeof usageGroups)[number]

/** What became of a call; each is in exactly one of them. */
export const usageOutcomes = [
  'ok',
  'redirect',
  'client_error',
  'refused',
  'limited',
  'server_error',
  'aborted',
] as const
export type UsageOutcome = (typeof usageOutcomes)[number]

/** Why a call was refused with 401 or 403. */
export const refusalReasons = [
  'other',
  'no_credentials',
  'no_key',
  'no_session',
  'bad_key',
  'inactive_app',
  'bad_token',
  'expired_token',
  'ended_session',
  'wrong_password',
  'no_role',
  'inactive_role',
  'rule',
  'author',
  'inactive_service',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** Figures of the calls that ended in a span of time. */
export interface UsageFigures {
  requests: number
  /** 5xx. */
  errors: number
  /** 4xx that are neither `refused` nor `limited`. */
  client_errors: number
  /** 401 and 403. */
  refused: number
  /** 429. */
  limited: number
  /** The connection ended before the answer did. */
  aborted: number
  bytes_in: number
  bytes_out: number
  /** Milliseconds, about (at most a third off), of answers that were neither refused, limited nor aborted; null without any. */
  p50_ms: number | null
  p95_ms: number | null
  p99_ms: number | null
  /** Milliseconds, exact. */
  mean_ms: number | null
  max_ms: number | null
}

/** By what `by` names: a name, and the identifier where the group is a record that may be gone. */
export interface UsageGroupKey {
  /** Null without `by`, and for calls that have none of it; `other` for those beyond `top`. */
  group: string | null
  /** Of an app, user or role; null for others. */
  group_id: number | null
}

/** Figures of one step and group; steps without a call are left out. */
export interface UsageRow extends UsageGroupKey, UsageFigures {
  /** When the step begins, ISO 8601 in UTC. */
  start: string
}

/** A time in which calls went uncounted, or were counted at a wrong time. */
export interface UsageGap {
  node: number
  /** ISO 8601 in UTC. */
  from: string
  to: string
  /** `killed`: the node ended without a word. `store_away`: what could not be written was dropped. `clock`: the clock jumped. */
  why: 'killed' | 'store_away' | 'clock'
  /** How many calls are known to be missing; null: nobody knows. */
  lost: number | null
}

export interface UsageMeta {
  /** ISO 8601 in UTC; the beginning is included, the end is not. Both are on edges of steps. */
  from: string
  to: string
  /** Null: not divided into steps (`step=none`). */
  step: UsageStep | null
  by: UsageGroup | null
  /** Over the whole range. */
  total: UsageFigures
  /** Over the range of the same length just before; only with `compare=1`. */
  previous?: UsageFigures
  /** The groups over the whole range, the busiest first, `other` last; only with `by`. */
  groups?: (UsageGroupKey & UsageFigures)[]
  /** Calls that were counted without their resource or caller, as there are too many of these. */
  other: number
  gaps: UsageGap[]
  /** When counting began; null: nothing was counted yet. */
  tracking_started_at: string | null
}

/** `GET system/usage`. */
export interface UsageAnswer {
  resource: UsageRow[]
  meta: UsageMeta
}

/** `DELETE system/usage?user_id=` or `?app_id=`. */
export interface UsageForgotten {
  success: true
  /** Rows of the request log that were deleted. */
  log_rows: number
  /** Callers whose counts belong to nobody now. */
  callers: number
}

export const accessSubjects = ['app', 'role', 'user'] as const
export type AccessSubject = (typeof accessSubjects)[number]

/** Of one app, role or person: when it was used last. Dates are `YYYY-MM-DD HH:MM:SS` in UTC. */
export interface AccessUsage {
  subject_type: AccessSubject
  subject_id: number
  /** Of a user, the e-mail address. */
  name: string
  is_active: boolean
  last_used_at: string | null
  last_denied_at: string | null
  /** Of the last use that was not denied. */
  last_service: string | null
  last_status: number | null
  never_used: boolean
  stale: boolean
  disabled_but_attempted: boolean
  /** Null unless the subject is a role. */
  role_unreferenced: boolean | null
  /** Null unless the subject is a user. */
  last_login_date: string | null
  is_sys_admin: boolean | null
  /** Null without a ledger. */
  requests_30d: number | null
  top_services: { service: string; requests: number }[] | null
  /** An extra of this instance, as are those below. */
  last_denied_reason?: RefusalReason | null
  /** When the app's present key was used last; null unless the subject is an app. */
  key_last_used_at?: string | null
}

/** `GET system/access_usage`. */
export interface AccessUsageAnswer {
  resource: AccessUsage[]
  meta: {
    subject: AccessSubject
    stale_days: number
    generated_at: string
    ledger_available: boolean
    tracking_started_at: string | null
  }
}
