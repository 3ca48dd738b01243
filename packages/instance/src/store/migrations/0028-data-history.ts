import type { Migration } from './migration.ts'

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
