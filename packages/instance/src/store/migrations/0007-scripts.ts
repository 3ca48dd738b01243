import type { Migration } from './migration.ts'

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
