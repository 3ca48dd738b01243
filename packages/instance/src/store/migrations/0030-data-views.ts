import type { Migration } from './migration.ts'

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
