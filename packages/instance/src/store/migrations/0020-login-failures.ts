import type { Migration } from './migration.ts'

/** Failed logins, counted by all nodes together; losing them in a crash of PostgreSQL is acceptable. */
export const loginFailures: Migration = {
  number: 20,
  name: 'login failures',
  compatible: true,
  statements: ({ isShared }) =>
    !isShared
      ? []
      : [
          `create unlogged table login_failure (
            name text collate "C" primary key, failures integer not null, until bigint not null, mark text not null)`,
          'create index login_failure_until on login_failure (until)',
        ],
}
