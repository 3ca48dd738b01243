import type { Migration } from './migration.ts'

/** Migrations whose tables a node of an older version can use. */
export const compatibleMigrations: Migration = {
  number: 19,
  name: 'compatible migrations',
  statements: () => ['create table compatible_migration (number integer primary key)'],
}
