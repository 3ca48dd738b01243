import type { Migration } from './migration.ts'

/** The name by which a user's sign-in service identifies them on logout. */
export const namesToSignOut: Migration = {
  number: 21,
  name: 'names to sign out',
  compatible: true,
  statements: () => ['alter table user_identity add column sign_out_name text'],
}
