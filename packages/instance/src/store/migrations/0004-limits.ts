import type { Migration } from './migration.ts'

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
