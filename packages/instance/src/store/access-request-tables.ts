import type { Generated } from 'kysely'

/** Requests of people and apps for access beyond their roles, and what was granted. */
export interface AccessRequestTable {
  id: Generated<number>
  /** Who asks for themselves; an app only if its key was used without a person. */
  user_id: number | null
  app_id: number | null
  service_id: number
  component: string
  verb_mask: number
  note: string | null
  /** `pending`, `approved`, `denied`, or `expired`: not decided in time, or the grant has ended or was revoked. */
  status: Generated<string>
  granted_mask: Generated<number>
  /** JSON, as in `role_service_access`. */
  filters: string | null
  filter_op: Generated<string>
  /** The end of the grant, in the format of `created_date`. */
  until: string | null
  decided_by_id: number | null
  decided_date: string | null
  created_date: string
  last_modified_date: string
}
