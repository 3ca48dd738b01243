import type { Migration } from './migration.ts'

/** Since when endpoints of custom APIs need changes. */
export const brokenSince: Migration = {
  number: 45,
  name: 'broken since',
  compatible: true,
  statements: ({ columns: { text } }) => [`alter table custom_api_endpoint add column broken_since ${text}`],
}

/** Indexes for what is asked of instances with millions of rows, or for each of thousands of services. */
export const largeInstances: Migration = {
  number: 46,
  name: 'indexes for large instances',
  compatible: true,
  statements: ({ isShared }) => [
    'create index service_type on service (type)',
    'create index user_by_last_login_date on "user" (is_sys_admin, last_login_date)',
    'create index audit_write_id on audit (write_id)',
    // PostgreSQL has them since the table was created.
    ...(isShared
      ? []
      : [
          'create index audit_record on audit (resource, record_id)',
          'create index audit_owner on audit (owner_resource, owner_id)',
        ]),
  ],
}

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

/** Names that services are called by besides their own. */
export const serviceAliases: Migration = {
  number: 48,
  name: 'aliases of services',
  compatible: true,
  statements: ({ columns: { text } }) => [
    `alter table service add column aliases ${text}`,
    'create index service_with_aliases on service (id) where aliases is not null',
  ],
}

const searched = [
  { table: 'user', columns: 'first_name, last_name, name, email', shift: 0 },
  { table: 'audit', columns: 'record_name, resource, user_email, changed, address', shift: 6 },
]

/** Indexes of texts on SQLite, without entries: they are made while the instance runs. */
export const searchIndexTables: Migration = {
  number: 49,
  name: 'search indexes',
  compatible: true,
  statements: ({ isShared }) =>
    isShared
      ? []
      : searched.flatMap(({ table, columns, shift }) => {
          const add = (row: string) =>
            `insert into ${table}_unsearched values (${row}.id >> ${shift}) on conflict do nothing;`
          const on = (event: string, name: string, row: string) =>
            `create trigger ${table}_search_${name} after ${event} on "${table}" begin ${add(row)} end`
          return [
            `create virtual table ${table}_search
              using fts5 (text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram')`,
            `create table ${table}_unsearched (block integer primary key)`,
            `insert into ${table}_unsearched select id >> ${shift} from "${table}" where true on conflict do nothing`,
            on('insert', 'new', 'new'),
            on(`update of ${columns}`, 'changed', 'new'),
            on('delete', 'dropped', 'old'),
          ]
        }),
}

/** Rows up to which the index is built within the migration, while which no user can be changed. */
const most = 100_000

/** An index of the texts of users on PostgreSQL, where `pg_trgm` is available and may be installed. */
export const userTrigrams: Migration = {
  number: 50,
  name: 'trigrams of users',
  compatible: true,
  statements: ({ isShared }) =>
    isShared
      ? [
          `do $$
          declare place text;
          begin
            if (select count(*) from (select 1 from "user" limit ${most + 1}) known) > ${most} then return; end if;
            create extension if not exists pg_trgm;
            select nspname into place from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
              where extname = 'pg_trgm';
            execute format('create index user_search on "user" using gin (first_name %1$I.gin_trgm_ops,
              last_name %1$I.gin_trgm_ops, name %1$I.gin_trgm_ops, email %1$I.gin_trgm_ops)', place);
          exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
            null;
          end $$`,
        ]
      : [],
}

/** Names that services gave up, so that not everybody takes over who calls them. */
export const formerServiceNames: Migration = {
  number: 51,
  name: 'former names of services',
  compatible: true,
  statements: ({ columns: { key, text } }) => [
    `create table former_service_name (name ${text} primary key, service_id ${key} not null, owner_id ${key})`,
  ],
}
