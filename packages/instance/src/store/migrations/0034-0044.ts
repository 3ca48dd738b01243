import { ownCalls as statements } from '../usage/usage-tables.ts'
import type { Migration } from './migration.ts'

/** Addresses and usernames in the form in which look-alikes are equal. Existing ones are only folded as far as SQL can. */
export const foldedNames: Migration = {
  number: 34,
  name: 'folded names',
  compatible: true,
  statements({ columns: { text } }) {
    return ['email', 'username'].flatMap((name) => [
      `alter table "user" add column ${name}_key ${text}`,
      `update "user" set ${name}_key = lower(${name})`,
      `create index user_by_${name}_key on "user" (${name}_key)`,
    ])
  },
}

/** Records that belong to folders of configuration. */
export const managedRecords: Migration = {
  number: 38,
  name: 'managed records',
  compatible: true,
  statements({ columns: { text } }) {
    return [
      `create table managed_record (
        type ${text} not null,
        name ${text} not null,
        owner ${text} not null,
        file ${text},
        sent ${text} not null,
        stored ${text} not null,
        primary key (type, name))`,
    ]
  },
}

/** Credentials of administrators for programs. */
export const accessTokens: Migration = {
  number: 39,
  name: 'access tokens',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    return [
      `create table access_token (
        id ${id},
        user_id ${key} not null references "user" (id) on delete cascade,
        name ${text} not null,
        hash ${text} not null unique,
        scopes ${text} not null,
        created_date ${text} not null,
        last_used_date ${text},
        expires_date ${text} not null)`,
      'create index access_token_user_id on access_token (user_id)',
    ]
  },
}

/** Ends and owners of apps, and the key before a rotation. */
export const keysThatEnd: Migration = {
  number: 40,
  name: 'keys that end',
  compatible: true,
  statements({ columns: { key, text } }) {
    return [
      `alter table app add column kind ${text} not null default 'app'`,
      `alter table app add column owner_id ${key}`,
      `alter table app add column expires_at ${text}`,
      'alter table app add column self_rotate integer not null default 0',
      `alter table app add column previous_key ${text}`,
      `alter table app add column previous_key_until ${text}`,
      'alter table app add column key_hidden integer not null default 0',
      `alter table app add column warned_of ${text}`,
      'create unique index app_previous_key on app (previous_key)',
      'create index app_owner_id on app (owner_id)',
    ]
  },
}

/** The console's calls apart from others, where nodes share a database (as `usage`). */
export const ownCallsColumn: Migration = {
  number: 42,
  name: 'calls of the console',
  compatible: true,
  statements: (dialect) => (dialect.isShared ? statements(dialect) : []),
}

/** Custom APIs, their endpoints, and what was published of them. */
export const customApis: Migration = {
  number: 43,
  name: 'custom apis',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    const endpoint = `method ${text} not null,
        path ${text} not null,
        label ${text},
        description ${text},
        execution_plan ${text} not null,
        response_mapping ${text},
        request_schema ${text},
        response_schema ${text},
        author_id ${key},
        author_app_id ${key}`
    return [
      `create table custom_api (
        id ${id},
        name ${text} not null unique,
        service_id ${key} unique references service (id) on delete set null,
        label ${text},
        description ${text},
        version ${text} not null,
        status ${text} not null,
        metadata ${text},
        sunset ${text},
        published_revision ${key},
        created_date ${text} not null,
        last_modified_date ${text} not null,
        created_by_id ${key},
        last_modified_by_id ${key},
        revision ${key} not null default 1)`,
      `create table custom_api_endpoint (
        id ${id},
        api_id ${key} not null references custom_api (id) on delete cascade,
        ${endpoint},
        is_active ${key} not null,
        policy ${text},
        docs ${text},
        created_date ${text} not null,
        last_modified_date ${text} not null,
        created_by_id ${key},
        last_modified_by_id ${key},
        revision ${key} not null default 1,
        unique (api_id, method, path))`,
      `create table custom_api_source (
        id ${id},
        api_id ${key} not null references custom_api (id) on delete cascade,
        service_id ${key} not null references service (id) on delete cascade,
        unique (api_id, service_id))`,
      'create index custom_api_source_service on custom_api_source (service_id)',
      `create table custom_api_revision (
        id ${id},
        api_id ${key} not null references custom_api (id) on delete cascade,
        number ${key} not null,
        version ${text} not null,
        created_date ${text} not null,
        created_by_id ${key},
        unique (api_id, number))`,
      `create table published_endpoint (
        id ${id},
        revision_id ${key} not null references custom_api_revision (id) on delete cascade,
        ${endpoint},
        unique (revision_id, method, path))`,
    ]
  },
}

/** Requests for access, and what was granted. */
export const accessRequests: Migration = {
  number: 44,
  name: 'access requests',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    return [
      `create table access_request (
        id ${id},
        user_id ${key} references "user" (id) on delete cascade,
        app_id ${key} references app (id) on delete cascade,
        service_id ${key} not null references service (id) on delete cascade,
        component ${text} not null,
        verb_mask integer not null,
        note ${text},
        status ${text} not null default 'pending',
        granted_mask integer not null default 0,
        filters ${text},
        filter_op ${text} not null default 'and',
        until ${text},
        decided_by_id ${key},
        decided_date ${text},
        created_date ${text} not null,
        last_modified_date ${text} not null)`,
      'create index access_request_user_id on access_request (user_id)',
      'create index access_request_app_id on access_request (app_id)',
      'create index access_request_service_id on access_request (service_id)',
      'create index access_request_status on access_request (status, until)',
    ]
  },
}
