import type { Migration } from './migration.ts'

/** Metadata that administrators add to tables of database services, keyed by names in the database. */
export const schemaExtras: Migration = {
  number: 3,
  name: 'schema extras',
  statements({ columns: { id, key, text } }) {
    const int = key
    const service = `service_id ${key} not null references service (id) on delete cascade`
    return [
      `create table db_table_extras (
        id ${id},
        ${service},
        table_name ${text} not null,
        alias ${text},
        label ${text},
        plural ${text},
        description ${text},
        name_field ${text},
        unique (service_id, table_name))`,
      `create table db_field_extras (
        id ${id},
        ${service},
        table_name ${text} not null,
        field_name ${text} not null,
        alias ${text},
        label ${text},
        description ${text},
        type ${text},
        picklist ${text},
        validation ${text},
        client_info ${text},
        db_function ${text},
        is_virtual ${int} not null,
        is_aggregate ${int} not null,
        unique (service_id, table_name, field_name))`,
      `create table db_relation_extras (
        id ${id},
        ${service},
        table_name ${text} not null,
        relation_name ${text} not null,
        alias ${text},
        label ${text},
        description ${text},
        always_fetch ${int} not null,
        flatten ${int} not null,
        flatten_drop_prefix ${int} not null,
        unique (service_id, table_name, relation_name))`,
      `create table db_virtual_relation (
        id ${id},
        ${service},
        table_name ${text} not null,
        type ${text} not null,
        field ${text} not null,
        ref_service_id ${key} not null references service (id) on delete cascade,
        ref_table ${text} not null,
        ref_field ${text} not null,
        ref_on_update ${text},
        ref_on_delete ${text},
        junction_service_id ${key} references service (id) on delete cascade,
        junction_table ${text},
        junction_field ${text},
        junction_ref_field ${text})`,
      'create index db_virtual_relation_service on db_virtual_relation (service_id, table_name)',
      'create index db_virtual_relation_ref_service on db_virtual_relation (ref_service_id)',
      'create index db_virtual_relation_junction_service on db_virtual_relation (junction_service_id)',
    ]
  },
}

/** Limits on API calls, and their counters where several nodes share PostgreSQL. */
export const limits: Migration = {
  number: 4,
  name: 'limits',
  statements({ columns: { id, key, text }, isShared }) {
    const owner = (table: string) => `${key} references "${table}" (id) on delete cascade`
    return [
      `create table "limit" (
        id ${id},
        name ${text} not null,
        description ${text},
        type ${text} not null,
        key_text ${text} not null unique,
        rate ${key} not null,
        period ${text} not null,
        user_id ${owner('user')},
        role_id ${owner('role')},
        service_id ${owner('service')},
        endpoint ${text},
        verb ${text},
        is_active ${key} not null,
        created_date ${text} not null,
        last_modified_date ${text} not null,
        created_by_id ${key},
        last_modified_by_id ${key},
        revision ${key} not null default 1)`,
      ...['user_id', 'role_id', 'service_id'].map((column) => `create index limit_${column} on "limit" (${column})`),
      ...(!isShared
        ? []
        : [
            `create unlogged table limit_counter (
              key ${text} not null,
              person ${text} not null,
              hits bigint not null,
              ends bigint not null,
              locked_until bigint not null,
              primary key (key, person))`,
          ]),
    ]
  },
}

/** Scheduled calls. Times that coordinate nodes are milliseconds since 1970. */
export const scheduler: Migration = {
  number: 5,
  name: 'scheduler',
  statements({ columns: { id, key, text } }) {
    return [
      `create table scheduler_task (
        id ${id},
        name ${text} not null unique,
        description ${text},
        is_active ${key} not null,
        service_id ${key} not null references service (id) on delete cascade,
        component ${text},
        verb_mask ${key} not null,
        frequency ${key} not null,
        cron ${text},
        payload ${text},
        app_id ${key} references app (id) on delete set null,
        user_id ${key} references "user" (id) on delete set null,
        next_due ${key},
        running_until ${key},
        missed ${key} not null default 0,
        created_date ${text} not null,
        last_modified_date ${text} not null,
        created_by_id ${key},
        last_modified_by_id ${key},
        revision ${key} not null default 1)`,
      'create index scheduler_task_next_due on scheduler_task (next_due)',
      'create index scheduler_task_service_id on scheduler_task (service_id)',
      'create index scheduler_task_app_id on scheduler_task (app_id)',
      'create index scheduler_task_user_id on scheduler_task (user_id)',
      `create table task_log (
        task_id ${key} primary key references scheduler_task (id) on delete cascade,
        status_code ${key} not null,
        content ${text},
        created_date ${text} not null,
        last_modified_date ${text} not null)`,
      `create table task_run (
        id ${id},
        task_id ${key} not null references scheduler_task (id) on delete cascade,
        due_date ${text} not null,
        started_date ${text} not null,
        duration ${key},
        status_code ${key},
        missed ${key} not null,
        error ${text})`,
      'create index task_run_task_id on task_run (task_id, id)',
    ]
  },
}

/** Service events, and the audit log of records. */
export const reports: Migration = {
  number: 6,
  name: 'reports',
  statements({ columns: { id, key, text }, isShared }) {
    return [
      `create table service_report (
        id ${id},
        service_id ${key},
        service_name ${text},
        user_email ${text},
        action ${text} not null,
        request_verb ${text} not null,
        created_date ${text} not null,
        last_modified_date ${text} not null)`,
      `create table audit (
        id ${id},
        created_date ${text} not null,
        user_id ${key},
        user_email ${text},
        app_name ${text},
        address ${text} not null,
        request_verb ${text} not null,
        action ${text} not null,
        resource ${text} not null,
        record_id ${text} not null,
        record_name ${text},
        owner_resource ${text},
        owner_id ${text},
        write_id ${text} not null,
        changed ${text} not null,
        before ${text},
        after ${text})`,
      // On SQLite each index would add a page to every commit, and scanning the whole audit log takes only some hundredths of a second.
      ...(!isShared
        ? []
        : [
            'create index audit_record on audit (resource, record_id)',
            'create index audit_owner on audit (owner_resource, owner_id)',
            'create index audit_created_date on audit (created_date, id)',
          ]),
    ]
  },
}

/** Event scripts, and the queue of script runs. */
export const scripts: Migration = {
  number: 7,
  name: 'scripts',
  statements({ columns: { id, key, text } }) {
    return [
      `create table event_script (
        name ${text} primary key,
        type ${text} not null,
        content ${text},
        config ${text},
        is_active ${key} not null,
        allow_event_modification ${key} not null,
        storage_service_id ${key} references service (id) on delete set null,
        storage_path ${text},
        scm_repository ${text},
        scm_reference ${text},
        created_date ${text} not null,
        last_modified_date ${text} not null,
        created_by_id ${key},
        last_modified_by_id ${key},
        revision ${key} not null default 1)`,
      'create index event_script_storage_service_id on event_script (storage_service_id)',
      `create table script_queue (
        id ${id},
        script ${text} not null,
        job ${text} not null,
        attempts ${key} not null default 0,
        running_until ${key})`,
      'create index script_queue_script on script_queue (script)',
    ]
  },
}
