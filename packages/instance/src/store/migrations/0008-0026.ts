import { usageTables } from '../usage/usage-tables.ts'
import type { Migration } from './migration.ts'

/** Identities of users at the services that sign them in. */
export const identities: Migration = {
  number: 8,
  name: 'identities',
  statements({ columns: { id, key, text } }) {
    return [
      `create table user_identity (
        id ${id},
        user_id ${key} not null references "user" (id) on delete cascade,
        service_id ${key} not null references service (id) on delete cascade,
        subject ${text} not null,
        created_date ${text} not null,
        unique (service_id, subject))`,
      'create index user_identity_user_id on user_identity (user_id)',
    ]
  },
}

/** Second factors of users, and app passwords for programs that cannot use them. */
export const twoStep: Migration = {
  number: 9,
  name: 'two step',
  statements({ columns: { id, key, text } }) {
    const user = `${key} not null references "user" (id) on delete cascade`
    return [
      `create table one_time_code (
        user_id ${key} primary key references "user" (id) on delete cascade,
        secret ${text} not null,
        last_step ${key} not null,
        created_date ${text} not null)`,
      `create table recovery_code (
        user_id ${user},
        hash ${text} not null,
        primary key (user_id, hash))`,
      `create table passkey (
        id ${id},
        user_id ${user},
        name ${text} not null,
        credential ${text} not null unique,
        public_key ${text} not null,
        counter ${key} not null,
        transports ${text} not null,
        created_date ${text} not null,
        last_used_date ${text})`,
      'create index passkey_user_id on passkey (user_id)',
      `create table app_password (
        id ${id},
        user_id ${user},
        name ${text} not null,
        hash ${text} not null unique,
        created_date ${text} not null,
        last_used_date ${text})`,
      'create index app_password_user_id on app_password (user_id)',
    ]
  },
}

/** Roles by group of a directory. */
export const directoryGroups: Migration = {
  number: 11,
  name: 'directory groups',
  statements({ columns: { key, text } }) {
    return [
      `create table role_adldap (
        role_id ${key} primary key references role (id) on delete cascade,
        dn ${text})`,
    ]
  },
}

/** The email address that a user has confirmed with a mailed code. */
export const provenAddresses: Migration = {
  number: 12,
  name: 'proven addresses',
  statements: ({ columns: { text } }) => [`alter table "user" add column proven_email ${text}`],
}

/** Recent runs of scripts, and recorded events for trying them out. */
export const scriptEntries: Migration = {
  number: 13,
  name: 'script entries',
  statements({ columns: { id, key, text } }) {
    return [
      `create table script_entry (
        id ${id},
        kind ${text} not null,
        script ${text} not null,
        entry ${text} not null)`,
      'create index script_entry_script on script_entry (kind, script, id)',
      `create table script_recording (
        script ${text} primary key,
        until ${key} not null)`,
    ]
  },
}

/** Imports in progress, and steps that undo their effects outside of this database. */
export const unfinishedImports: Migration = {
  number: 14,
  name: 'unfinished imports',
  statements({ columns: { id, key, text } }) {
    return [
      `create table unfinished_import (
        id ${text} primary key,
        holder ${text} not null,
        alive_until ${key} not null)`,
      `create table import_step (
        id ${id},
        import_id ${text} not null references unfinished_import (id) on delete cascade,
        step ${text} not null)`,
      'create index import_step_import_id on import_step (import_id)',
    ]
  },
}

/** Values that scripts store between runs, and the earliest start of a queued script. */
export const scriptValues: Migration = {
  number: 15,
  name: 'script values',
  statements({ columns: { key, text } }) {
    return [
      `create table script_value (
        name ${text} primary key,
        value ${text} not null)`,
      `alter table script_queue add column due ${key} not null default 0`,
    ]
  },
}

/** Size of queued scripts, available without reading them. */
export const sizeOfQueuedScripts: Migration = {
  number: 16,
  name: 'size of queued scripts',
  statements: ({ columns: { key } }) => [
    `alter table script_queue add column size ${key} not null default 0`,
    'create index script_queue_size on script_queue (size)',
  ],
}

/**
 * Authors of what runs later. Existing rows get no author, which attributes them to a full administrator, as all of them ran with full
 * access before.
 */
export const authors: Migration = {
  number: 17,
  name: 'authors',
  statements({ columns: { key } }) {
    return ['event_script', 'service', 'scheduler_task', 'lookup'].flatMap((table) => [
      `alter table ${table} add column author_id ${key}`,
      `alter table ${table} add column author_app_id ${key}`,
    ])
  },
}

/** Migrations whose tables a node of an older version can use. */
export const compatibleMigrations: Migration = {
  number: 19,
  name: 'compatible migrations',
  statements: () => ['create table compatible_migration (number integer primary key)'],
}

/** Failed logins, counted by all nodes together; losing them in a crash of PostgreSQL is acceptable. */
export const loginFailures: Migration = {
  number: 20,
  name: 'login failures',
  compatible: true,
  statements: ({ isShared }) =>
    !isShared
      ? []
      : [
          `create unlogged table login_failure (
            name text collate "C" primary key, failures integer not null, until bigint not null, mark text not null)`,
          'create index login_failure_until on login_failure (until)',
        ],
}

/** The name by which a user's sign-in service identifies them on logout. */
export const namesToSignOut: Migration = {
  number: 21,
  name: 'names to sign out',
  compatible: true,
  statements: () => ['alter table user_identity add column sign_out_name text'],
}

/** Usage counts, where nodes share a database; a single-node instance stores them in a separate file (usage-store.ts). */
export const usage: Migration = {
  number: 22,
  name: 'usage',
  compatible: true,
  statements: (dialect) => (dialect.isShared ? usageTables(dialect) : []),
}

/** OAuth clients that people gave access to services, their grants and tokens. */
export const oauth: Migration = {
  number: 26,
  name: 'oauth',
  compatible: true,
  statements({ columns: { id, key, text } }) {
    const service = `${key} not null references service (id) on delete cascade`
    return [
      `create table oauth_client (
        id ${id},
        client_id ${text} not null unique,
        service_id ${service},
        name ${text} not null,
        redirect_uris ${text} not null,
        created_date ${text} not null,
        expires ${key} not null,
        is_used ${key} not null)`,
      'create index oauth_client_service_id on oauth_client (service_id)',
      `create table oauth_grant (
        id ${id},
        service_id ${service},
        user_id ${key} not null references "user" (id) on delete cascade,
        client_id ${text} not null,
        client_name ${text} not null,
        client_host ${text} not null,
        scope ${text} not null,
        generation ${key} not null,
        two_step ${key} not null,
        created_date ${text} not null,
        last_used_date ${text},
        expires ${key} not null)`,
      'create index oauth_grant_service_id on oauth_grant (service_id)',
      'create index oauth_grant_user_id on oauth_grant (user_id)',
      `create table oauth_token (
        id ${id},
        grant_id ${key} not null references oauth_grant (id) on delete cascade,
        kind ${text} not null,
        hash ${text} not null unique,
        expires ${key} not null,
        used ${key},
        redirect_uri ${text},
        challenge ${text})`,
      'create index oauth_token_grant_id on oauth_token (grant_id)',
      'create index oauth_token_expires on oauth_token (expires)',
    ]
  },
}
