import type { Migration } from './migration.ts'

/**
 * All text compares by bytes on both engines. Nulls come first in ascending order, which PostgreSQL's indexes must declare; lists
 * therefore use `asc nulls first` and `desc nulls last` on both.
 */
export const firstTables: Migration = {
  number: 1,
  name: 'first tables',
  statements({ columns: { id, key, text }, nulls, thenId, indexedInAnyCase }) {
    const int = key
    const audit = `
      created_date ${text} not null,
      last_modified_date ${text} not null,
      created_by_id ${key},
      last_modified_by_id ${key},
      revision ${int} not null default 1`
    const nullsFirst = nulls.asc.toLowerCase()

    return [
      `create table role (
        id ${id},
        name ${text} not null unique,
        description ${text},
        is_active ${int} not null,
        ${audit})`,

      `create table service (
        id ${id},
        name ${text} not null,
        label ${text},
        description ${text},
        is_active ${int} not null,
        type ${text} not null,
        mutable ${int} not null,
        deletable ${int} not null,
        config ${text} not null,
        ${audit})`,
      // Service names ignore case in URLs, so no two may differ only in case.
      `create unique index service_name on service (${indexedInAnyCase('name')})`,

      `create table service_doc (
        service_id ${key} primary key references service (id) on delete cascade,
        format ${int} not null,
        content ${text},
        created_date ${text} not null,
        last_modified_date ${text} not null)`,

      `create table app (
        id ${id},
        name ${text} not null unique,
        api_key ${text} not null unique,
        description ${text},
        is_active ${int} not null,
        type ${int} not null,
        path ${text},
        url ${text},
        storage_service_id ${key} references service (id) on delete set null,
        storage_container ${text},
        requires_fullscreen ${int} not null,
        allow_fullscreen_toggle ${int} not null,
        toggle_location ${text} not null,
        role_id ${key} references role (id) on delete set null,
        ${audit})`,
      'create index app_storage_service on app (storage_service_id)',
      'create index app_role on app (role_id)',

      `create table "user" (
        id ${id},
        name ${text} not null,
        username ${text} unique,
        ldap_username ${text},
        first_name ${text},
        last_name ${text},
        last_login_date ${text},
        email ${text} not null unique,
        password ${text},
        is_active ${int} not null,
        phone ${text},
        security_question ${text},
        security_answer ${text},
        default_app_id ${key} references app (id) on delete set null,
        adldap ${text},
        oauth_provider ${text},
        saml ${text},
        is_sys_admin ${int} not null,
        is_root_admin ${int} not null,
        confirm_code ${text},
        confirm_code_date ${text},
        token_generation ${int} not null default 0,
        ${audit})`,
      'create index user_default_app on "user" (default_app_id) where default_app_id is not null',
      'create index user_root_admin on "user" (id) where is_root_admin = 1',
      ...['email', 'name', 'first_name', 'last_name', 'is_active'].map(
        (column) => `create index user_by_${column} on "user" (is_sys_admin, ${column}${nullsFirst}${thenId})`,
      ),
      `create index user_by_id on "user" (is_sys_admin${thenId})`,

      `create table user_to_app_to_role (
        id ${id},
        user_id ${key} not null references "user" (id) on delete cascade,
        app_id ${key} not null references app (id) on delete cascade,
        role_id ${key} not null references role (id) on delete cascade,
        unique (user_id, app_id))`,
      'create index user_to_app_to_role_app on user_to_app_to_role (app_id)',
      'create index user_to_app_to_role_role on user_to_app_to_role (role_id)',

      `create table role_service_access (
        id ${id},
        role_id ${key} not null references role (id) on delete cascade,
        service_id ${key} references service (id) on delete cascade,
        component ${text},
        verb_mask ${int} not null,
        requestor_mask ${int} not null,
        filters ${text},
        filter_op ${text} not null,
        ${audit})`,
      'create index role_service_access_role on role_service_access (role_id)',
      'create index role_service_access_service on role_service_access (service_id)',

      `create table lookup (
        id ${id},
        user_id ${key} references "user" (id) on delete cascade,
        role_id ${key} references role (id) on delete cascade,
        app_id ${key} references app (id) on delete cascade,
        name ${text} not null,
        value ${text},
        private ${int} not null,
        description ${text},
        allow_user_update ${int} not null,
        allow_admin_update ${int} not null,
        ${audit})`,
      ...['user_id', 'role_id', 'app_id'].map(
        (owner) => `create unique index lookup_by_${owner} on lookup (${owner}, name) where ${owner} is not null`,
      ),
      'create unique index lookup_global on lookup (name) where user_id is null and role_id is null and app_id is null',

      `create table cors (
        id ${id},
        path ${text} not null unique,
        description ${text},
        origin ${text},
        header ${text},
        exposed_header ${text},
        max_age ${int} not null,
        method ${int} not null,
        supports_credentials ${int} not null,
        enabled ${int} not null,
        ${audit})`,

      `create table email_template (
        id ${id},
        name ${text} not null unique,
        description ${text},
        "to" ${text},
        cc ${text},
        bcc ${text},
        subject ${text},
        attachment ${text},
        body_text ${text},
        body_html ${text},
        from_name ${text},
        from_email ${text},
        reply_to_name ${text},
        reply_to_email ${text},
        defaults ${text},
        ${audit})`,

      `create table custom (
        name ${text} not null,
        user_id ${key} references "user" (id) on delete cascade,
        value ${text},
        ${audit})`,
      'create unique index custom_of_user on custom (user_id, name) where user_id is not null',
      'create unique index custom_of_system on custom (name) where user_id is null',

      `create table token_revocation (
        jti ${text} primary key,
        expires ${int} not null)`,
      'create index token_revocation_expires on token_revocation (expires)',

      `create table setting (
        name ${text} primary key,
        value ${text} not null)`,
    ]
  },
}

export const useOfKeys: Migration = {
  number: 2,
  name: 'use of keys',
  statements: ({ columns: { text } }) => [`alter table app add column last_used_date ${text}`],
}
