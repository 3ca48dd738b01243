import type { Migration } from './migration.ts'

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
