import type { Migration } from './migration.ts'

/** The email address that a user has confirmed with a mailed code. */
export const provenAddresses: Migration = {
  number: 12,
  name: 'proven addresses',
  statements: ({ columns: { text } }) => [`alter table "user" add column proven_email ${text}`],
}
