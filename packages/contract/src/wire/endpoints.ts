import type { AccessRequestRecord } from '../records/access-request.ts'
import type { AccessToken, NewAccessToken } from '../records/access-token.ts'
import type { App } from '../records/app.ts'
import type { ConnectedClient, Consent } from '../records/connected-client.ts'
import type { CorsEntry } from '../records/cors.ts'
import type { ApiComparison } from '../records/custom-api.ts'
import type { DataHistoryEntry } from '../records/data-history.ts'
import type { DataViewRecord } from '../records/data-view.ts'
import type { EventScript, ScriptType } from '../records/event-script.ts'
import type { LimitWithUse } from '../records/limit.ts'
import type { Lookup } from '../records/lookup.ts'
import type { EmailPreview, EmailTemplate, OutboxMail } from '../records/mail.ts'
import type { Admin, User } from '../records/person.ts'
import type { AuditEntry, ServiceReport } from '../records/report.ts'
import type { RequestLogEntry } from '../records/request-log.ts'
import type { Role } from '../records/role.ts'
import type { SchedulerTask } from '../records/scheduler.ts'
import type { Service } from '../records/service.ts'
import type {
  ConfigDrift,
  ConfigExport,
  ConfigFileTexts,
  ConfigFolderPlan,
  ConfigLayout,
  ConfigPlan,
  ConfigSchemas,
  ManagedRecords,
} from './config.ts'
import type { Environment } from './environment.ts'
import type { ListAnswer } from './list.ts'
import type { McpAccessReport, McpCatalog, McpHealth } from './mcp.ts'
import type { PackageAnswer } from './package.ts'
import type { RootAnswer, ServiceType } from './services.ts'
import type { Profile } from './session.ts'
import type { TwoStepPolicyAnswer, TwoStepState } from './two-step.ts'
import type { AccessUsageAnswer, UsageAnswer } from './usage.ts'

/** The record type of each collection, by its path below the prefix. */
export interface CollectionRecords {
  'system/admin': Admin
  'system/app': App
  'system/audit': AuditEntry
  'system/access_request': AccessRequestRecord
  'system/access_token': AccessToken
  'system/connected_client': ConnectedClient
  'system/cors': CorsEntry
  'system/data_history': DataHistoryEntry
  'system/data_view': DataViewRecord
  'system/email_template': EmailTemplate
  'system/event_script': EventScript
  'system/limit': LimitWithUse
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

/** A collection whose record type the contract declares. */
export type KnownCollection = keyof CollectionRecords

/** The fields of a collection's records. */
export type FieldOf<C extends KnownCollection> = keyof CollectionRecords[C] & string

/** Response types by verb and path below the prefix. */
export interface Answers {
  /** Collections, single records of which only some `fields` may be requested, and resources with a type of their own. */
  readonly GET: { readonly [C in KnownCollection]: ListAnswer<CollectionRecords[C]> } & {
    readonly [C in KnownCollection as `${C}/${number}`]: Partial<CollectionRecords[C]>
  } & {
    readonly '': RootAnswer
    readonly system: ListAnswer<{ name: string }>
    readonly 'system/access_usage': Partial<AccessUsageAnswer>
    readonly 'system/admin/profile': Profile
    readonly 'system/config': ConfigExport
    readonly 'system/config/drift': ConfigDrift
    readonly 'system/config/layout': ConfigLayout
    readonly 'system/config/managed': ManagedRecords
    readonly 'system/config/schema': ConfigSchemas
    readonly 'system/config/text': ConfigFileTexts
    readonly 'system/custom_api_comparison': ApiComparison
    readonly 'system/environment': Environment
    /** Events by service; with `as_list`, their names in `resource`. */
    readonly 'system/event': Readonly<Record<string, unknown>>
    readonly 'system/mcp_access': McpAccessReport
    readonly 'system/mcp_catalog': McpCatalog
    readonly 'system/mcp_health': McpHealth
    /** What can be exported; its format differs between servers. */
    readonly 'system/package': unknown
    readonly 'system/script_type': ListAnswer<Partial<ScriptType>>
    readonly 'system/two_step': TwoStepPolicyAnswer
    readonly 'system/usage': UsageAnswer
    readonly 'user/access_token': ListAnswer<AccessToken>
    readonly 'user/consent': Consent
    readonly 'user/profile': Profile
    readonly 'user/two_step': TwoStepState
    /** With `as_list`, names of services. */
    readonly api_docs: { readonly resource?: readonly unknown[] }
  }
  readonly POST: {
    readonly 'system/config': ConfigPlan
    readonly 'system/config/folder': ConfigFolderPlan
    readonly 'system/email_preview': EmailPreview
    readonly 'system/package': PackageAnswer
    readonly 'user/access_token': NewAccessToken
    readonly 'user/consent': { readonly location: string | null }
  }
  readonly PUT: {
    readonly 'system/two_step': TwoStepPolicyAnswer
  }
}

/** The verbs whose response types the contract declares. */
export type KnownVerb = keyof Answers

/** The paths whose response types the contract declares for a verb. */
export type KnownPath<V extends KnownVerb> = keyof Answers[V] & string
