import type { Migration } from './migration.ts'

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
