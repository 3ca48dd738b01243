import type { Role, RoleServiceAccess } from '../records/role.ts'
import type { Requestor, Verb } from '../verbs.ts'

/** The body of `POST system/access_explanation` (docs/wire/access.md): a hypothetical request. */
export interface HypotheticalRequest {
  /** Id of the signed-in person; `null` or absent if no one is signed in. */
  user_id?: number | null
  /** The app whose API key is sent. Without `app_id` or a key, no key is sent. */
  app_id?: number | null
  api_key?: string | null
  verb: Verb
  /** Service and component, such as `db/_table/items`; a whole URL is accepted too. */
  path?: string
  /** Alternative to `path`. */
  service?: string
  component?: string
  /** Defaults to `API`, or to `SCRIPT` with a `script`. */
  requestor?: Requestor
  /** The event script or script service that makes the request. */
  script?: string | null
  /** The scheduled task that makes the request. */
  task_id?: number | null
  /** An unsaved role to use instead of the caller's; without a person, it belongs to some signed-in user. Feature `explain-draft`. */
  role?: DraftRole | null
}

/** Access rows without an id are new; `is_active` defaults to true. */
export type DraftRole = Partial<Pick<Role, 'id' | 'name' | 'is_active'>> & {
  role_service_access_by_role_id: Partial<RoleServiceAccess>[]
}

/**
 * What decided. The request is allowed because the caller is an unrestricted administrator, because the endpoint is public, or by
 * the closest access rows. It is rejected because no row matches, credentials are missing, the app, user, role or service is
 * inactive, there is no role, or the resource has further requirements. `author`: only the author of the script or the task lacks
 * the rights. `step`: a step of the endpoint of a custom API is rejected.
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
  | 'step'

/**
 * For rules that decide: whether the rule `allows` or `denies` the verb. For others, why they do not: the caller is a full
 * administrator, the role is inactive, the endpoint is public, a closer rule decides, or the rule is for another service, other
 * requestors or another component.
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
  /** `null` for all services. */
  service: string | null
  /** How specifically the row matches the request; `null` if it does not match. */
  tier: 'exact' | 'component' | 'service' | 'all' | null
  /** Whether the row is one of those that decided. */
  decides: boolean
  /** The reason, as a sentence. */
  because: string
  /** The reason as a code; absent if it was not reported. */
  because_code?: RuleReason
  /** The access request that a rule was granted by, and when it ends; absent: a row of the role. `id` is then none of a row. */
  granted?: { readonly request: number; readonly until: string }
}

/** What a role says about the request of a step. */
export interface ExplainedRights {
  allowed: boolean
  /** As what they may make the request. */
  allowed_as: Requestor[]
  decided_by: 'sysadmin' | 'public' | 'rules' | 'no_rule' | 'role'
  role: { id: number; name: string } | null
  /** The rows that decide. */
  rules: ConsideredRule[]
}

/** The request of a step, for which the caller and the author of the endpoint both need the rights. */
export interface ExplainedStep {
  step: string
  verb: Verb
  service: string
  component: string
  /** As what it is made: as a script if both may, otherwise as a client if both may. */
  requestor: Requestor
  allowed: boolean
  /** Whether the step is never left out. */
  always: boolean
  caller: ExplainedRights
  /** `null`: a full administrator is the author. */
  author: ExplainedRights | null
}

/** The published endpoint of a custom API that answers the request. */
export interface ExplainedEndpoint {
  method: Verb
  path: string
  /** `null` for full administrators; `name` as in `author` of explanations. */
  author: { id: number | null; name: string | null } | null
  steps: ExplainedStep[]
}

export interface AccessExplanation {
  allowed: boolean
  /** Status of the error response; `null` if the request is allowed, as the service then determines the response. */
  status: number | null
  message: string | null
  decided_by: DecidedBy
  /** Verbs that the caller may use here, by role or because the endpoint is public. */
  allowed_verbs: Verb[]
  /** All rows of the role, in order. */
  considered: ConsideredRule[]
  /** Row filter that a database service applies to this request. */
  row_filter: { filters: { name: string; operator: string; value: string | null }[]; filter_op: 'AND' | 'OR' } | null
  /** Row filters of grants, whose rows are included as well; absent: none. */
  granted_rows?: { filters: { name: string; operator: string; value: string | null }[]; filter_op: 'AND' | 'OR' }[]
  /** For writes: whether they change rows that the row filter of GET hides from the caller. Absent if it was not reported. */
  writes_hidden_rows?: boolean
  /** `given_by`: whether the role is the person's own in the app, the app's default, or the draft in the request. */
  role: { id: number; name: string; is_active: boolean; given_by: 'user' | 'app' | 'draft' } | null
  app: { id: number; name: string; is_active: boolean } | null
  /** `name` and `email` are `null` if the caller may not read that person. */
  user: { id: number; name: string | null; email: string | null; is_active: boolean; is_sys_admin: boolean } | null
  /**
   * The author of the script or task, and whether they may make the request themselves. `null` for full administrators, whose
   * scripts and tasks may do whatever their callers may. `id` is `null` for a deleted person. Absent if there is no script or task,
   * or its author is unknown.
   */
  author?: { id: number | null; name: string | null; allowed: boolean } | null
  service: { id: number; name: string; type: string; is_active: boolean } | null
  /** Absent if the request is not for an endpoint of a custom API, or never reaches it. */
  endpoint?: ExplainedEndpoint
}
