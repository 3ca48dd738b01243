import { datetime, id, integer, json, type RecordOf, string, text } from './field.ts'

/** What was done to a service, by whom. */
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

/** A value that is longer than entries keep is replaced by this text. */
export const tooLongToKeep = '(longer than is kept)'

/** A change of one record: what it was and what it became, by field; secrets are masked. */
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
  /** The record that the row was written with; null for a record of its own. */
  owner_resource: string({ mode: 'readOnly' }),
  owner_id: string({ mode: 'readOnly' }),
  /** The same for everything that one write changed. */
  write_id: string({ mode: 'readOnly', nullable: false }),
  /** Names of the changed fields, divided by commas; settings of services as `config.name`. */
  changed: text({ mode: 'readOnly', label: 'Changed', nullable: false }),
  /** Null where the record was created. */
  before: json<Record<string, unknown> | null>({ mode: 'readOnly' }),
  /** Null where the record was deleted. */
  after: json<Record<string, unknown> | null>({ mode: 'readOnly' }),
}

export type AuditEntry = RecordOf<typeof auditFields>
