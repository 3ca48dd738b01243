import type { Migration } from './migration.ts'

const countOne = 'on conflict (block) do update set number = number + 1'

/** The number of rows per 8,192 ids of the logs, kept by triggers. On PostgreSQL, all writers would wait for the last block. */
export const countedLogs: Migration = {
  number: 47,
  name: 'counted logs',
  compatible: true,
  statements: ({ isShared }) =>
    isShared
      ? []
      : ['audit', 'service_report'].flatMap((table) => [
          `create table ${table}_count (block integer primary key, number integer not null)`,
          `insert into ${table}_count select id >> 13, 1 from ${table} where true ${countOne}`,
          `create trigger ${table}_counts_new after insert on ${table} begin
            insert into ${table}_count values (new.id >> 13, 1) ${countOne};
          end`,
          `create trigger ${table}_counts_dropped after delete on ${table} begin
            update ${table}_count set number = number - 1 where block = old.id >> 13;
            delete from ${table}_count where block = old.id >> 13 and number = 0;
          end`,
        ]),
}
