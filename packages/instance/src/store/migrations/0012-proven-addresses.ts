import type { Migration } from './migration.ts'

/** The address that a mailed code has shown to be the person's. */
export const provenAddresses: Migration = {
  number: 12,
  name: 'proven addresses',
  statements: ({ columns: { text } }) => [`alter table "user" add column proven_email ${text}`],
}
