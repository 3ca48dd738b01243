import { datetime, id, integer, json, type RecordOf, string, text } from './field.ts'

/** A change of a service, and who made it. */
export const serviceReportFields = {
  id: id(),
  service_id: integer({ mode: 'readOnly', label: 'Service Id' }),
  service_name: string({ mode: 'readOnly', label: 'Service Name' }),
  user_email: string({ mode: 'readOnly', label: 'User Email' }),
  action: string({ mode: 'readOnly', label: 'Action', nullable: false }),
  request_verb: string({ mode: 'readOnly', label: 'Request', nullable: false }),
  created_date: datetime({ mode: 'readOnly', nullable: false }),
  last_modified_date: datetime({ mode: 'readOnly', nullable: false }),
}

export type ServiceReport = RecordOf<typeof serviceReportFields>

export type AuditAction = 'created' | 'modified' | 'deleted'

/** Replaces a value that is too long to be stored. */
export const tooLongToKeep = '(longer than is kept)'

/** A change of one record: its fields before and after, with secrets masked. */
export const auditFields = {
  id: id(),
  created_date: datetime({ mode: 'readOnly', label: 'Time', nullable: false }),
  user_id: integer({ mode: 'readOnly' }),
  user_email: string({ mode: 'readOnly', label: 'User Email' }),
  app_name: string({ mode: 'readOnly', label: 'App' }),
  address: string({ mode: 'readOnly', label: 'Address', nullable: false }),
  request_verb: string({ mode: 'readOnly', label: 'Request', nullable: false }),
  action: string({ mode: 'readOnly', label: 'Action', nullable: false }),
  resource: string({ mode: 'readOnly', label: 'Resource', nullable: false }),
  record_id: string({ mode: 'readOnly', label: 'Record', nullable: false }),
  record_name: string({ mode: 'readOnly', label: 'Name' }),
  /** The resource of the record that the row was written with; `null` if the record was written on its own. */
  owner_resource: string({ mode: 'readOnly' }),
  owner_id: string({ mode: 'readOnly' }),
  /** Shared by all changes of one write. */
  write_id: string({ mode: 'readOnly', nullable: false }),
  /** Names of the changed fields, separated by commas; service settings as `config.name`. */
  changed: text({ mode: 'readOnly', label: 'Changed', nullable: false }),
  /** `null` if the record was created. */
  before: json<Record<string, unknown> | null>({ mode: 'readOnly' }),
  /** `null` if the record was deleted. */
  after: json<Record<string, unknown> | null>({ mode: 'readOnly' }),
}

export type AuditEntry = RecordOf<typeof auditFields>
