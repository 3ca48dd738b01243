import type { Migration } from './migration.ts'

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
