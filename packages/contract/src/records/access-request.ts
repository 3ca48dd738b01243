import { datetime, id, integer, json, type RecordOf, string } from './field.ts'
import type { AccessFilter } from './role.ts'

export const accessRequestStatuses = ['pending', 'approved', 'denied', 'expired'] as const
export type AccessRequestStatus = (typeof accessRequestStatuses)[number]

/** For how long access is granted if nothing else is said, and at most, in days. */
export const grantDays = { usual: 7, most: 366 } as const

/** A request for access beyond one's role, and what was granted (docs/wire/access-requests.md). Requests and decisions write them. */
export const accessRequestFields = {
  id: id(),
  /** `user`, or `app` if its key was used without a person. */
  subject: string({ mode: 'readOnly', nullable: false }),
  user_id: integer({ mode: 'readOnly' }),
  app_id: integer({ mode: 'readOnly' }),
  /** Name of the person or app. */
  subject_name: string({ mode: 'readOnly' }),
  service_id: integer({ mode: 'readOnly', nullable: false }),
  /** Name of the service. */
  service: string({ mode: 'readOnly' }),
  component: string({ mode: 'readOnly', nullable: false }),
  verb_mask: integer({ mode: 'readOnly', mask: 'verbs', nullable: false }),
  note: string({ mode: 'readOnly' }),
  status: string({ mode: 'readOnly', nullable: false }),
  granted_mask: integer({ mode: 'readOnly', mask: 'verbs', nullable: false }),
  filters: json<AccessFilter[] | null>({ mode: 'readOnly' }),
  filter_op: string({ mode: 'readOnly', nullable: false }),
  /** When the grant ends; `null` if nothing was granted. */
  until: datetime({ mode: 'readOnly' }),
  decided_by_id: integer({ mode: 'readOnly' }),
  /** Name of the person who decided. */
  decided_by: string({ mode: 'readOnly' }),
  decided_date: datetime({ mode: 'readOnly' }),
  created_date: datetime({ mode: 'readOnly', nullable: false }),
  last_modified_date: datetime({ mode: 'readOnly', nullable: false }),
}

export type AccessRequestRecord = RecordOf<typeof accessRequestFields>
