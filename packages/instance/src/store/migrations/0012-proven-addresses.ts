import type { Migration } from './migration.ts'

/** The address that a mailed code has shown to be the person's. */
export const provenAddresses: Migration = {
  number: 12,
  name: 'proven addresses',
  statements: (engine) => [
    `alter table "user" add column proven_email ${engine === 'sqlite' ? 'text' : 'text collate "C"'}`,
  ],
}
