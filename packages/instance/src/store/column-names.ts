import { customApiNames } from './custom-api-names.ts'
import { type DeclaredNames, type Mention, type Naming, nothing, part, past, type Reference } from './naming.ts'
import {
  code,
  deletedToo,
  inSettings,
  noEvents,
  noField,
  noPage,
  noRules,
  nothingLeft,
  orphaned,
  plainKey,
  script,
  stopped,
  toRole,
  toService,
  toUser,
  unheard,
} from './naming-words.ts'
import type { TableName } from './tables.ts'

/**
 * What each column of the instance's tables names, and what becomes of it. Deletions, lists of dependents, renames and the audit log follow
 * from this. A column that is not declared does not compile; one that names nothing is `null`. Names of tables and fields in the database
 * itself count as nothing, because only their aliases can be changed here.
 */
export const columnNames = {
  user: {
    ...nothing('name', 'username', 'ldap_username', 'first_name', 'last_name', 'email', 'password', 'phone'),
    ...nothing('language'),
    ...nothing('security_question', 'security_answer', 'confirm_code', 'proven_email', 'email_key', 'username_key'),
    ...past('adldap', 'oauth_provider', 'saml'),
    default_app_id: {
      refersTo: 'app',
      effect: 'cleared',
      told: { consequence: 'Will lose the default app.' },
    },
  },
  role: nothing('name', 'description'),
  role_service_access: {
    role_id: part('role'),
    service_id: {
      refersTo: 'service',
      effect: 'deleted',
      told: { consequence: 'Will lose the access rules for it.', owner: toRole },
    },
    component: {
      names: 'path',
      owner: toRole,
      broken: { table: noRules, folder: noRules },
    },
    filters: {
      names: 'conditions',
      owner: toRole,
      broken: {
        field: 'Row filters will name a field that no longer exists, so that requests are refused.',
        lookup: plainKey,
      },
    },
    ...nothing('filter_op'),
  },
  role_adldap: { role_id: part('role'), ...nothing('dn') },
  app: {
    ...nothing('name', 'api_key', 'description', 'toggle_location', 'kind'),
    ...nothing('expires_at', 'previous_key', 'previous_key_until', 'warned_of'),
    owner_id: { refersTo: 'user', ...orphaned },
    path: { names: 'page', broken: { service: noPage, folder: noPage } },
    url: { names: 'address', broken: { service: noPage, table: noPage } },
    storage_service_id: {
      refersTo: 'service',
      effect: 'cleared',
      told: { consequence: 'Will lose the storage: the pages in it no longer open.', blocks: true },
    },
    storage_container: { names: 'file', broken: { folder: noPage } },
    role_id: {
      refersTo: 'role',
      effect: 'cleared',
      told: { consequence: 'Will lose the default role: requests with only the API key are rejected.' },
    },
  },
  user_to_app_to_role: {
    user_id: part('user'),
    role_id: {
      refersTo: 'role',
      effect: 'deleted',
      told: {
        consequence: 'Will lose the role, and with it access to the apps that it was given for.',
        owner: toUser,
      },
    },
    app_id: {
      refersTo: 'app',
      effect: 'deleted',
      told: { consequence: 'Will lose the role in this app.', owner: toUser },
    },
  },
  service: {
    ...nothing('name', 'label', 'description', 'type', 'aliases'),
    config: {
      names: 'settings',
      broken: {
        service: inSettings,
        table: inSettings,
        folder: inSettings,
        email_template: code,
        lookup: 'The settings will keep the key as plain text, so that connections may fail.',
      },
    },
  },
  service_doc: { service_id: part('service'), ...nothing('content') },
  former_service_name: past('name', 'service_id', 'owner_id'),
  lookup: {
    ...nothing('name', 'value', 'description'),
    user_id: part('user'),
    role_id: part('role'),
    app_id: part('app'),
  },
  cors: {
    path: {
      names: 'address',
      broken: { service: nothingLeft, table: nothingLeft },
    },
    ...nothing('description', 'origin', 'header', 'exposed_header'),
  },
  email_template: {
    ...nothing('name', 'description', 'to', 'cc', 'bcc', 'subject', 'body_text', 'body_html', 'defaults'),
    ...nothing('from_name', 'from_email', 'reply_to_name', 'reply_to_email'),
    attachment: {
      names: 'attachments',
      broken: { service: 'The attachments can no longer be read.', folder: 'The attachments can no longer be read.' },
    },
  },
  custom: { user_id: part('user'), ...nothing('name', 'value') },
  limit: {
    ...nothing('name', 'description', 'type', 'key_text', 'period', 'verb'),
    user_id: { refersTo: 'user', effect: 'deleted', told: { consequence: deletedToo } },
    role_id: { refersTo: 'role', effect: 'deleted', told: { consequence: deletedToo } },
    service_id: { refersTo: 'service', effect: 'deleted', told: { consequence: deletedToo, blocks: true } },
    endpoint: {
      names: 'path',
      broken: { table: nothingLeft, folder: nothingLeft },
    },
  },
  scheduler_task: {
    ...nothing('name', 'description', 'cron', 'payload'),
    service_id: {
      refersTo: 'service',
      effect: 'deleted',
      told: { consequence: 'Will be deleted.', blocks: true },
    },
    component: { names: 'path', broken: { table: 'Runs will fail.', folder: 'Runs will fail.' } },
    app_id: { refersTo: 'app', ...stopped, told: { consequence: 'Will stop running, as this app was the caller.' } },
    user_id: { refersTo: 'user', ...stopped, told: { consequence: 'Will stop running, as this user was the caller.' } },
  },
  task_log: { task_id: part('scheduler_task'), ...nothing('content') },
  task_run: { task_id: part('scheduler_task'), ...nothing('error') },
  db_table_extras: {
    service_id: part('service'),
    ...nothing('table_name', 'alias', 'label', 'plural', 'description', 'name_field'),
  },
  db_field_extras: {
    service_id: part('service'),
    ...nothing('table_name', 'field_name', 'alias', 'label', 'description', 'type', 'picklist', 'validation'),
    ...nothing('client_info', 'db_function'),
  },
  db_relation_extras: {
    service_id: part('service'),
    ...nothing('table_name', 'relation_name', 'alias', 'label', 'description'),
  },
  db_virtual_relation: {
    service_id: part('service'),
    ref_service_id: {
      refersTo: 'service',
      effect: 'deleted',
      told: { consequence: 'Will lose the virtual relations that lead to its tables.', owner: toService },
    },
    junction_service_id: {
      refersTo: 'service',
      effect: 'deleted',
      told: { consequence: 'Will lose the virtual relations that lead to its tables.', owner: toService },
    },
    ...nothing('table_name', 'type', 'field', 'ref_table', 'ref_field', 'ref_on_update', 'ref_on_delete'),
    ...nothing('junction_table', 'junction_field', 'junction_ref_field'),
  },
  schema_contract: { service_id: part('service'), ...nothing('mode', 'runtime_enforcement') },
  schema_snapshot: {
    service_id: part('service'),
    table_name: {
      names: 'table in the database',
      owner: toService,
      broken: { table: 'The schema contract will report it as missing.' },
    },
    ...nothing('table_catalog', 'table_schema', 'object_type', 'schema_hash', 'status', 'schema'),
  },
  service_report: past('service_id', 'service_name', 'user_email', 'action', 'request_verb'),
  audit: {
    ...past('user_id', 'user_email', 'app_name', 'address', 'request_verb', 'action', 'resource', 'record_id'),
    ...past('record_name', 'owner_resource', 'owner_id', 'write_id', 'changed', 'before', 'after'),
  },
  data_history: {
    ...past('service_id', 'service_name', 'table_name', 'record_id', 'action', 'user_id', 'user_email', 'app_id'),
    ...past('app_name', 'origin', 'address', 'request_verb', 'write_id', 'batch_id', 'changed', 'before', 'after'),
  },
  data_history_open: past('batch_id'),
  data_view: {
    service_id: part('service'),
    table: { names: 'table', broken: { table: 'Will no longer open.' } },
    filter: { names: 'conditions', broken: { field: noField, lookup: plainKey } },
    fields: { names: 'fields', broken: { field: noField } },
    order: { names: 'order', broken: { field: noField } },
    ...nothing('name'),
    owner_id: { refersTo: 'user', effect: 'cleared' },
  },
  ...customApiNames,
  event_script: {
    name: { names: 'event', broken: { service: noEvents, table: noEvents } },
    ...nothing('type', 'config', 'scm_repository', 'scm_reference'),
    content: {
      names: 'code',
      broken: {
        service: code,
        table: code,
        email_template: code,
        lookup: 'The text will keep the key as it is written.',
      },
    },
    storage_service_id: {
      refersTo: 'service',
      effect: 'cleared',
      told: { consequence: 'Will lose the file that the code is read from.', blocks: true },
    },
    storage_path: { names: 'file', broken: { folder: 'Will lose the file that the code is read from.' } },
  },
  script_queue: { script, ...nothing('job') },
  script_entry: { script, ...nothing('kind', 'entry') },
  // Ends by itself after a few minutes.
  script_recording: past('script'),
  script_value: nothing('name', 'value'),
  webhook: {
    ...nothing('name', 'description', 'url', 'secret'),
    events: { names: 'events', broken: { service: unheard, table: unheard } },
  },
  webhook_delivery: { webhook_id: part('webhook'), ...past('message_id', 'event', 'body', 'state', 'error') },
  one_time_code: { user_id: part('user'), ...nothing('secret') },
  user_identity: { user_id: part('user'), service_id: part('service'), ...nothing('subject', 'sign_out_name') },
  recovery_code: { user_id: part('user'), ...nothing('hash') },
  passkey: { user_id: part('user'), ...nothing('name', 'credential', 'public_key', 'transports') },
  app_password: { user_id: part('user'), ...nothing('name', 'hash') },
  access_request: {
    user_id: part('user'),
    app_id: part('app'),
    service_id: part('service'),
    component: { names: 'path', owner: toService, broken: { table: nothingLeft, folder: nothingLeft } },
    filters: { names: 'conditions', owner: toService, broken: { field: noField, lookup: plainKey } },
    ...nothing('note', 'status', 'filter_op', 'until', 'decided_date'),
    decided_by_id: 'past',
  },
  access_token: { user_id: part('user'), ...nothing('name', 'hash', 'scopes') },
  oauth_client: { service_id: part('service'), ...nothing('client_id', 'name', 'redirect_uris') },
  oauth_grant: {
    service_id: part('service'),
    user_id: part('user'),
    ...nothing('client_id', 'client_name', 'client_host', 'scope'),
  },
  oauth_token: { grant_id: part('oauth_grant'), ...nothing('kind', 'hash', 'redirect_uri', 'challenge') },
  oauth_device: {
    service_id: part('service'),
    ...nothing('client_id', 'client_name', 'scope', 'device_hash', 'user_hash', 'decision'),
  },
  session: {
    user_id: part('user'),
    app_password_id: part('app_password'),
    ...nothing('jti', 'address', 'user_agent'),
  },
  token_revocation: nothing('jti'),
  unfinished_import: nothing('holder'),
  import_step: { import_id: part('unfinished_import'), ...nothing('step') },
  setting: nothing('name', 'value'),
  // What the last apply was sent: a rename by hand is shown as drift.
  managed_record: past('type', 'name', 'owner', 'file', 'sent', 'stored'),
  request_log: past('at'),
} satisfies DeclaredNames

/** Where people have accounts elsewhere; not among the typed tables. */
export const identityColumns = {
  user_id: part('user'),
  service_id: {
    refersTo: 'service',
    effect: 'deleted',
    told: { consequence: 'Will no longer sign in through it.', owner: toUser },
  },
} satisfies Readonly<Record<string, Reference>>

/** The columns of a table that refer to records, or name things. */
export function namingColumns(table: TableName): readonly (readonly [column: string, naming: Reference | Mention])[] {
  return Object.entries<Naming | null>(columnNames[table]).flatMap(([column, naming]) =>
    naming === null || naming === 'past' ? [] : [[column, naming] as const],
  )
}
