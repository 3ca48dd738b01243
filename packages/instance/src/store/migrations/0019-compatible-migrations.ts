import type { Migration } from './migration.ts'

/** Which migrations a node of an older version can go on with. */
export const compatibleMigrations: Migration = {
  number: 19,
  name: 'compatible migrations',
  statements: () => ['create table compatible_migration (number integer primary key)'],
}
