import type { Migration } from './migration.ts'

/** How the service by which somebody came wants them named when they sign out there, too. */
export const namesToSignOut: Migration = {
  number: 21,
  name: 'names to sign out',
  compatible: true,
  statements: () => ['alter table user_identity add column sign_out_name text'],
}
