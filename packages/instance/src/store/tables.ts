import type { Generated } from 'kysely'
import type { AccessRequestTable } from './access-request-tables.ts'
import type { AccessTokenTable } from './access-token-tables.ts'
import type { Audit } from './audit-columns.ts'
import type { AuthorColumns } from './author-columns.ts'
import type {
  CustomApiEndpointTable,
  CustomApiRevisionTable,
  CustomApiSourceTable,
  CustomApiTable,
  PublishedEndpointTable,
} from './custom-api-tables.ts'
import type { DataHistoryOpenTable, DataHistoryTable } from './data-history-tables.ts'
import type { DataViewTable } from './data-view-tables.ts'
import type { ImportStepTable, UnfinishedImportTable } from './import-tables.ts'
import type { ManagedRecordTable } from './managed-record-tables.ts'
import type { OauthClientTable, OauthDeviceTable, OauthGrantTable, OauthTokenTable } from './oauth-tables.ts'
import type { AuditTable, ServiceReportTable } from './report-tables.ts'
import type { RoleAdldapTable, RoleServiceAccessTable, RoleTable } from './role-tables.ts'
import type { SchedulerTaskTable, TaskLogTable, TaskRunTable } from './scheduler-tables.ts'
import type { SchemaContractTable, SchemaSnapshotTable } from './schema-contract-tables.ts'
import type {
  DbFieldExtrasTable,
  DbRelationExtrasTable,
  DbTableExtrasTable,
  DbVirtualRelationTable,
} from './schema-extras-tables.ts'
import type {
  EventScriptTable,
  ScriptEntryTable,
  ScriptQueueTable,
  ScriptRecordingTable,
  ScriptValueTable,
} from './script-tables.ts'
import type { FormerServiceNameTable, ServiceDocTable, ServiceTable } from './service-tables.ts'
import type { SessionTable, TokenRevocationTable } from './session-tables.ts'
import type { AppPasswordTable, OneTimeCodeTable, PasskeyTable, RecoveryCodeTable } from './two-step-tables.ts'
import type { RequestLogTable } from './usage/usage-tables.ts'
import type { UserIdentityTable, UserTable, UserToAppToRoleTable } from './user-tables.ts'
import type { WebhookDeliveryTable, WebhookTable } from './webhook-tables.ts'

/**
 * The instance's own tables, the same on every engine: booleans are 0 and 1, dates are texts in wire format, JSON is text, secrets are
 * encrypted text. `revision` counts the changes of a record and is the basis of its ETag.
 */
export interface Tables {
  user: UserTable
  role: RoleTable
  role_service_access: RoleServiceAccessTable
  role_adldap: RoleAdldapTable
  app: AppTable
  user_to_app_to_role: UserToAppToRoleTable
  user_identity: UserIdentityTable
  service: ServiceTable
  service_doc: ServiceDocTable
  former_service_name: FormerServiceNameTable
  lookup: LookupTable
  cors: CorsTable
  email_template: EmailTemplateTable
  custom: CustomTable
  limit: LimitTable
  scheduler_task: SchedulerTaskTable
  task_log: TaskLogTable
  task_run: TaskRunTable
  db_table_extras: DbTableExtrasTable
  db_field_extras: DbFieldExtrasTable
  db_relation_extras: DbRelationExtrasTable
  db_virtual_relation: DbVirtualRelationTable
  schema_contract: SchemaContractTable
  schema_snapshot: SchemaSnapshotTable
  service_report: ServiceReportTable
  audit: AuditTable
  data_history: DataHistoryTable
  data_history_open: DataHistoryOpenTable
  data_view: DataViewTable
  custom_api: CustomApiTable
  custom_api_endpoint: CustomApiEndpointTable
  custom_api_source: CustomApiSourceTable
  custom_api_revision: CustomApiRevisionTable
  published_endpoint: PublishedEndpointTable
  event_script: EventScriptTable
  script_queue: ScriptQueueTable
  script_entry: ScriptEntryTable
  script_recording: ScriptRecordingTable
  script_value: ScriptValueTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  one_time_code: OneTimeCodeTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  app_password: AppPasswordTable
  access_request: AccessRequestTable
  access_token: AccessTokenTable
  oauth_client: OauthClientTable
  oauth_grant: OauthGrantTable
  oauth_token: OauthTokenTable
  oauth_device: OauthDeviceTable
  session: SessionTable
  token_revocation: TokenRevocationTable
  unfinished_import: UnfinishedImportTable
  import_step: ImportStepTable
  setting: SettingTable
  managed_record: ManagedRecordTable
  /** Of a single-node instance, in a separate file (usage/usage-store.ts). */
  request_log: RequestLogTable
}

export type TableName = keyof Tables

/** Tables in a backup, each after those that its rows refer to. */
export const tableNames: readonly TableName[] = [
  'role',
  'service',
  'app',
  'user',
  'role_service_access',
  'role_adldap',
  'user_to_app_to_role',
  'user_identity',
  'service_doc',
  'lookup',
  'cors',
  'email_template',
  'custom',
  'limit',
  'scheduler_task',
  'task_log',
  'task_run',
  'db_table_extras',
  'db_field_extras',
  'db_relation_extras',
  'db_virtual_relation',
  'schema_contract',
  'schema_snapshot',
  'service_report',
  'audit',
  'data_history',
  'data_history_open',
  'data_view',
  'custom_api',
  'custom_api_endpoint',
  'custom_api_source',
  'custom_api_revision',
  'published_endpoint',
  'event_script',
  'script_queue',
  'script_entry',
  'script_recording',
  'script_value',
  'webhook',
  'webhook_delivery',
  'one_time_code',
  'recovery_code',
  'passkey',
  'app_password',
  'access_token',
  'access_request',
  'oauth_client',
  'oauth_grant',
  'oauth_token',
  'oauth_device',
  'session',
  'token_revocation',
  'unfinished_import',
  'import_step',
  'setting',
  'managed_record',
  'former_service_name',
]

export interface AppTable extends Audit {
  id: Generated<number>
  name: string
  api_key: string
  description: string | null
  is_active: number
  type: number
  path: string | null
  url: string | null
  storage_service_id: number | null
  storage_container: string | null
  requires_fullscreen: number
  allow_fullscreen_toggle: number
  toggle_location: string
  role_id: number | null
  kind: Generated<string>
  /** Not a foreign key: an app whose owner is missing is off. */
  owner_id: number | null
  /** In the format of `last_modified_date`. */
  expires_at: string | null
  self_rotate: Generated<number>
  /** The key before the last rotation. */
  previous_key: string | null
  previous_key_until: string | null
  /** Whether only the response to the rotation showed the key. */
  key_hidden: Generated<number>
  /** The `expires_at` of which the owner was warned. */
  warned_of: string | null
  last_used_date: string | null
}

export interface LookupTable extends Audit, AuthorColumns {
  id: Generated<number>
  user_id: number | null
  role_id: number | null
  app_id: number | null
  name: string
  /** Encrypted, whether private or not. */
  value: string | null
  private: number
  description: string | null
  allow_user_update: number
  allow_admin_update: number
}

export interface CorsTable extends Audit {
  id: Generated<number>
  path: string
  description: string | null
  origin: string | null
  header: string | null
  exposed_header: string | null
  max_age: number
  /** Verb mask. */
  method: number
  supports_credentials: number
  enabled: number
}

export interface EmailTemplateTable extends Audit {
  id: Generated<number>
  name: string
  description: string | null
  to: string | null
  cc: string | null
  bcc: string | null
  subject: string | null
  attachment: string | null
  body_text: string | null
  body_html: string | null
  from_name: string | null
  from_email: string | null
  reply_to_name: string | null
  reply_to_email: string | null
  defaults: string | null
}

export interface CustomTable extends Audit {
  name: string
  /** `null`: of the system; else of this person. */
  user_id: number | null
  value: string | null
}

export interface LimitTable extends Audit {
  id: Generated<number>
  name: string
  description: string | null
  type: string
  key_text: string
  rate: number
  period: string
  user_id: number | null
  role_id: number | null
  service_id: number | null
  endpoint: string | null
  verb: string | null
  is_active: number
}

export interface SettingTable {
  name: string
  value: string
}
