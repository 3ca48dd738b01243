import type { Role, RoleServiceAccess } from '../records/role.ts'
import type { Requestor, Verb } from '../verbs.ts'

/** The body of `POST system/access_explanation` (docs/wire/access.md): a call that somebody might make. */
export interface SupposedCall {
  /** Who has logged in; null or absent: nobody. */
  user_id?: number | null
  /** Whose key is sent: an app, or a key itself; neither: none is sent. */
  app_id?: number | null
  api_key?: string | null
  verb: Verb
  /** Service and component, such as `db/_table/items`; a whole address will do. */
  path?: string
  /** Instead of `path`. */
  service?: string
  component?: string
  /** Absent: `API`, or `SCRIPT` with a `script`. */
  requestor?: Requestor
  /** An event script, or a script service, by which the call is made. */
  script?: string | null
  /** A scheduled task by which the call is made. */
  task_id?: number | null
  /** A role that the caller has instead of theirs, as it would be saved; without a person, somebody who has signed in. Feature `explain-draft`. */
  role?: DraftRole | null
}

/** Access rows may be new, without an id; a role without `is_active` is active. */
export type DraftRole = Partial<Pick<Role, 'id' | 'name' | 'is_active'>> & {
  role_service_access_by_role_id: Partial<RoleServiceAccess>[]
}

/**
 * What decided: an unrestricted administrator may do everything, an endpoint is public, the closest access rows; or what
 * stood against the call: no matching row, missing credentials, an inactive app, user, role or service, no role at all, or
 * what the resource demands besides; `author`: only the rights of who wrote the script or the task are missing.
 */
export type DecidedBy =
  | 'sysadmin'
  | 'public'
  | 'rules'
  | 'no_rule'
  | 'credentials'
  | 'app'
  | 'user'
  | 'role'
  | 'service'
  | 'resource'
  | 'author'

/**
 * Of a rule that decides: `allows` or `denies` the verb. Of others: the caller is a full administrator, the role is inactive, the endpoint is
 * public, a closer rule decides; or the rule is about another service, other requesters, or another component.
 */
export type RuleReason =
  | 'allows'
  | 'denies'
  | 'sysadmin'
  | 'inactive_role'
  | 'public'
  | 'closer_rule'
  | 'other_service'
  | 'other_requestor'
  | 'other_component'

export interface ConsideredRule
  extends Pick<RoleServiceAccess, 'id' | 'component' | 'verb_mask' | 'requestor_mask' | 'filters' | 'filter_op'> {
  /** Null: all services. */
  service: string | null
  /** How closely the row speaks about the call; null: not at all. */
  tier: 'exact' | 'component' | 'service' | 'all' | null
  /** Whether the row is one of those that decided. */
  decides: boolean
  /** A sentence. */
  because: string
  /** Which one. Absent: not told. */
  because_code?: RuleReason
}

export interface AccessExplanation {
  allowed: boolean
  /** The status and message that the call is refused with; null when it is allowed, as the answer is the service's then. */
  status: number | null
  message: string | null
  decided_by: DecidedBy
  /** Verbs that the caller may use here, by role or as the endpoint is public. */
  allowed_verbs: Verb[]
  /** All rows of the role, in their order. */
  considered: ConsideredRule[]
  /** Conditions that a database service puts on its rows for this call. */
  row_filter: { filters: { name: string; operator: string; value: string | null }[]; filter_op: 'AND' | 'OR' } | null
  /** `given_by`: whether the role is the person's own in the app, the app's default, or the one that was sent along. */
  role: { id: number; name: string; is_active: boolean; given_by: 'user' | 'app' | 'draft' } | null
  app: { id: number; name: string; is_active: boolean } | null
  /** `name` and `email` are null where the asker may not read that person. */
  user: { id: number; name: string | null; email: string | null; is_active: boolean; is_sys_admin: boolean } | null
  /**
   * Who wrote the script or the task that was named, and whether they may make the call themselves; null: a full
   * administrator, whose script or task may do what its caller may. `id`: null for somebody who is gone. Absent: not asked, or not known.
   */
  author?: { id: number | null; name: string | null; allowed: boolean } | null
  service: { id: number; name: string; type: string; is_active: boolean } | null
}
