import type { App } from '../records/app.ts'
import type { ConnectedClient } from '../records/connected-client.ts'
import type { CorsEntry } from '../records/cors.ts'
import type { DataHistoryEntry } from '../records/data-history.ts'
import type { DataViewRecord } from '../records/data-view.ts'
import type { EmailTemplate } from '../records/email-template.ts'
import type { EventScript } from '../records/event-script.ts'
import type { Limit } from '../records/limit.ts'
import type { Lookup } from '../records/lookup.ts'
import type { Admin, User } from '../records/person.ts'
import type { AuditEntry, ServiceReport } from '../records/report.ts'
import type { RequestLogEntry } from '../records/request-log.ts'
import type { Role } from '../records/role.ts'
import type { SchedulerTask } from '../records/scheduler.ts'
import type { Service } from '../records/service.ts'
import type { Consent } from './consent.ts'
import type { Environment } from './environment.ts'
import type { ListAnswer } from './list.ts'
import type { OutboxMail } from './outbox-mail.ts'
import type { ServiceType } from './service-type.ts'
import type { Profile } from './session.ts'
import type { TwoStepState } from './two-step.ts'
import type { UsageAnswer } from './usage.ts'

/** What one record of a collection is, by the collection's path below the prefix. */
export interface CollectionRecords {
  'system/admin': Admin
  'system/app': App
  'system/audit': AuditEntry
  'system/connected_client': ConnectedClient
  'system/cors': CorsEntry
  'system/data_history': DataHistoryEntry
  'system/data_view': DataViewRecord
  'system/email_template': EmailTemplate
  'system/event_script': EventScript
  'system/limit': Limit
  'system/lookup': Lookup
  'system/outbox': OutboxMail
  'system/request_log': RequestLogEntry
  'system/role': Role
  'system/scheduler': SchedulerTask
  'system/service': Service
  'system/service_report': ServiceReport
  'system/service_type': ServiceType
  'system/user': User
}

/** A collection whose records the contract declares. */
export type KnownCollection = keyof CollectionRecords

/** The fields of a collection's records. */
export type FieldOf<C extends KnownCollection> = keyof CollectionRecords[C] & string

/** What a `GET` answers, by the path below the prefix: lists of records, and what is one of its kind. */
export type Answers = { readonly [C in KnownCollection]: ListAnswer<CollectionRecords[C]> } & {
  readonly 'system/environment': Environment
  readonly 'system/usage': UsageAnswer
  readonly 'user/consent': Consent
  readonly 'user/profile': Profile
  readonly 'system/admin/profile': Profile
  readonly 'user/two_step': TwoStepState
}

export type KnownPath = keyof Answers
