import type {
  DataHistoryOpenTable,
  DataHistoryTable,
  DataViewTable,
  DbFieldExtrasTable,
  DbRelationExtrasTable,
  DbTableExtrasTable,
  DbVirtualRelationTable,
  SchemaContractTable,
  SchemaSnapshotTable,
} from './data-tables.ts'
import type {
  AccessRequestTable,
  AccessTokenTable,
  AppPasswordTable,
  OneTimeCodeTable,
  PasskeyTable,
  RecoveryCodeTable,
  RoleAdldapTable,
  RoleServiceAccessTable,
  RoleTable,
  SessionTable,
  TokenRevocationTable,
  UserIdentityTable,
  UserTable,
  UserToAppToRoleTable,
} from './identity-tables.ts'
import type {
  CustomApiEndpointTable,
  CustomApiRevisionTable,
  CustomApiSourceTable,
  CustomApiTable,
  EventScriptTable,
  PublishedEndpointTable,
  SchedulerTaskTable,
  ScriptEntryTable,
  ScriptQueueTable,
  ScriptRecordingTable,
  ScriptValueTable,
  TaskLogTable,
  TaskRunTable,
  WebhookDeliveryTable,
  WebhookTable,
} from './integration-tables.ts'
import type { OauthClientTable, OauthDeviceTable, OauthGrantTable, OauthTokenTable } from './oauth-tables.ts'
import type {
  AuditTable,
  FormerServiceNameTable,
  ServiceDocTable,
  ServiceReportTable,
  ServiceTable,
} from './service-tables.ts'
import type {
  AppTable,
  CorsTable,
  CustomTable,
  EmailTemplateTable,
  ImportStepTable,
  LimitTable,
  LookupTable,
  ManagedRecordTable,
  SettingTable,
  UnfinishedImportTable,
} from './system-tables.ts'
import type { RequestLogTable } from './usage/usage-tables.ts'

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
