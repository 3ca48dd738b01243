import type { Migration } from './migration.ts'

/** Locked schemas of tables, and how calls behave when the database differs. */
export const schemaContracts: Migration = {
  number: 27,
  name: 'schema contracts',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    return [
      `create table schema_contract (
        service_id ${key} primary key references service (id) on delete cascade,
        mode ${text} not null,
        runtime_enforcement ${text} not null,
        archive_retention_count ${key},
        created_date ${text} not null,
        last_modified_date ${text} not null)`,
      `create table schema_snapshot (
        id ${id},
        service_id ${key} not null references service (id) on delete cascade,
        table_catalog ${text},
        table_schema ${text},
        table_name ${text} not null,
        object_type ${text} not null,
        contract_version ${key} not null,
        schema_hash ${text} not null,
        status ${text} not null,
        schema ${text} not null,
        created_by_id ${key},
        created_date ${text} not null,
        last_modified_date ${text} not null,
        unique (service_id, table_name, contract_version))`,
      `create unique index schema_snapshot_active on schema_snapshot (service_id, table_name) where status = 'active'`,
    ]
  },
}

/** Row changes of tables with history. */
export const dataHistory: Migration = {
  number: 28,
  name: 'data history',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    return [
      'alter table db_table_extras add column history integer not null default 0',
      `create table data_history (
        id ${id},
        created_date ${text} not null,
        service_id ${key} not null,
        service_name ${text} not null,
        table_name ${text} not null,
        record_id ${text},
        action ${text} not null,
        row_count ${key},
        user_id ${key},
        user_email ${text},
        app_id ${key},
        app_name ${text},
        origin ${text} not null,
        address ${text} not null,
        request_verb ${text} not null,
        write_id ${text} not null,
        batch_id ${text} not null,
        bytes ${key} not null,
        changed ${text} not null,
        before ${text},
        after ${text})`,
      'create index data_history_record on data_history (service_id, table_name, record_id)',
      'create index data_history_write on data_history (write_id)',
      'create index data_history_date on data_history (created_date, bytes)',
      `create table data_history_open (batch_id ${text} primary key, created_date ${text} not null)`,
    ]
  },
}

/** Webhooks and their deliveries. */
export const webhooks: Migration = {
  number: 29,
  name: 'webhooks',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    return [
      `create table webhook (
        id ${id},
        name ${text} not null unique,
        description ${text},
        url ${text} not null,
        events ${text} not null,
        secret ${text},
        include_data ${key} not null,
        is_active ${key} not null,
        author_id ${key},
        author_app_id ${key},
        created_date ${text} not null,
        last_modified_date ${text} not null,
        created_by_id ${key},
        last_modified_by_id ${key},
        revision ${key} not null default 1)`,
      `create table webhook_delivery (
        id ${id},
        created_date ${text} not null,
        webhook_id ${key} not null references webhook (id) on delete cascade,
        message_id ${text} not null,
        event ${text} not null,
        body ${text} not null,
        state ${text} not null,
        attempts ${key} not null default 0,
        turn ${key} not null default 0,
        due ${key} not null,
        running_until ${key},
        author_id ${key},
        author_app_id ${key},
        status_code ${key},
        duration ${key},
        error ${text},
        last_attempt_date ${text},
        next_attempt_date ${text})`,
      'create index webhook_delivery_state on webhook_delivery (state, due)',
      'create index webhook_delivery_webhook on webhook_delivery (webhook_id, state, id)',
    ]
  },
}

/** Saved queries of tables, private or shared. */
export const dataViews: Migration = {
  number: 30,
  name: 'data views',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    return [
      `create table data_view (
        id ${id},
        service_id ${key} not null references service (id) on delete cascade,
        "table" ${text} not null,
        name ${text} not null,
        filter ${text},
        fields ${text},
        "order" ${text},
        shared ${key} not null default 0,
        owner_id ${key} references "user" (id) on delete set null,
        created_date ${text} not null,
        last_modified_date ${text} not null,
        created_by_id ${key},
        last_modified_by_id ${key},
        revision ${key} not null default 1)`,
      'create index data_view_place on data_view (service_id, "table")',
      'create index data_view_owner_id on data_view (owner_id)',
    ]
  },
}

/** Devices that wait until a person enters their code in a browser elsewhere. */
export const deviceLogin: Migration = {
  number: 31,
  name: 'device login',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    return [
      `create table oauth_device (
        id ${id},
        service_id ${key} not null references service (id) on delete cascade,
        client_id ${text} not null,
        client_name ${text} not null,
        verified ${key} not null,
        scope ${text} not null,
        device_hash ${text} not null unique,
        user_hash ${text} not null unique,
        expires ${key} not null,
        polled ${key} not null,
        decision ${text} not null)`,
      'create index oauth_device_service_id on oauth_device (service_id)',
    ]
  },
}

/** Sessions of users, which they can list and end. */
export const sessions: Migration = {
  number: 32,
  name: 'sessions',
  compatible: true,
  statements({ columns: { key, text } }) {
    return [
      `create table session (
        id ${text} primary key,
        user_id ${key} not null references "user" (id) on delete cascade,
        jti ${text} not null,
        generation ${key} not null,
        app_password_id ${key},
        begun ${key} not null,
        last_seen ${key} not null,
        expires ${key} not null,
        address ${text},
        user_agent ${text})`,
      'create index session_user_id on session (user_id)',
      'create index session_expires on session (expires)',
    ]
  },
}

/** Preferred language of a user. */
export const language: Migration = {
  number: 33,
  name: 'language of people',
  compatible: true,
  statements({ columns: { text } }) {
    return [`alter table "user" add column language ${text}`]
  },
}
