/** Counts of API requests: who called what, and with what outcome (docs/wire/usage.md). */

export const usageSteps = ['minute', 'hour', 'day', 'month'] as const
export type UsageStep = (typeof usageSteps)[number]

/** What figures can be grouped by, and filtered by with parameters of the same names. */
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

/** The outcome of a request; every request has exactly one. */
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

/** Why a request was rejected with 401 or 403. */
export const refusalReasons = [
  'other',
  'no_credentials',
  'no_key',
  'no_session',
  'bad_key',
  'inactive_app',
  'inactive_owner',
  'ended_key',
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

/** Figures of the requests that ended in a time span. */
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
  /** The connection was closed before the response was complete. */
  aborted: number
  bytes_in: number
  bytes_out: number
  /** Approximate milliseconds (at most a third off) of requests that were neither refused, limited nor aborted; `null` without any. */
  p50_ms: number | null
  p95_ms: number | null
  p99_ms: number | null
  /** Exact milliseconds. */
  mean_ms: number | null
  max_ms: number | null
}

/** The group named by `by`: its name, and an id if it is a record, which may have been deleted. */
export interface UsageGroupKey {
  /** `null` without `by` and for requests without a group; `other` for groups beyond `top`. */
  group: string | null
  /** Id of an app, user or role; `null` for others. */
  group_id: number | null
}

/** Figures of one step and group; steps without requests are omitted. */
export interface UsageRow extends UsageGroupKey, UsageFigures {
  /** Start of the step, ISO 8601 in UTC. */
  start: string
}

/** A period in which requests were not counted, or counted at a wrong time. */
export interface UsageGap {
  node: number
  /** ISO 8601 in UTC. */
  from: string
  to: string
  /**
   * `killed`: the node stopped without shutting down. `store_away`: counts that could not be written were dropped. `clock`: the
   * clock jumped.
   */
  why: 'killed' | 'store_away' | 'clock'
  /** Number of requests known to be missing, or `null` if unknown. */
  lost: number | null
}

export interface UsageMeta {
  /** ISO 8601 in UTC; `from` is inclusive, `to` is exclusive. Both are on step boundaries. */
  from: string
  to: string
  /** `null` if not divided into steps (`step=none`). */
  step: UsageStep | null
  by: UsageGroup | null
  /** Over the whole range. */
  total: UsageFigures
  /** Totals of the preceding range of the same length; only with `compare=1`. */
  previous?: UsageFigures
  /** Groups over the whole range, the busiest first, `other` last; only with `by`. */
  groups?: (UsageGroupKey & UsageFigures)[]
  /** Number of requests that were counted without their resource or caller, because there are too many different ones. */
  other: number
  gaps: UsageGap[]
  /** When counting began; `null` if nothing has been counted yet. */
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
  /** Number of deleted request log rows. */
  log_rows: number
  /** Number of callers whose counts were anonymized. */
  callers: number
}

export const accessSubjects = ['app', 'role', 'user'] as const
export type AccessSubject = (typeof accessSubjects)[number]

/** When an app, role or person was last used. Dates are `YYYY-MM-DD HH:MM:SS` in UTC. */
export interface AccessUsage {
  subject_type: AccessSubject
  subject_id: number
  /** For users, the email address. */
  name: string
  is_active: boolean
  last_used_at: string | null
  last_denied_at: string | null
  /** Service of the last request that was not denied. */
  last_service: string | null
  last_status: number | null
  never_used: boolean
  stale: boolean
  disabled_but_attempted: boolean
  /** `null` unless the subject is a role. */
  role_unreferenced: boolean | null
  /** `null` unless the subject is a user. */
  last_login_date: string | null
  is_sys_admin: boolean | null
  /** `null` if the instance does not count requests. */
  requests_30d: number | null
  top_services: { service: string; requests: number }[] | null
  /** This member and those below exist only on this instance. */
  last_denied_reason?: RefusalReason | null
  /** When the app's current key was last used; `null` unless the subject is an app. */
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
