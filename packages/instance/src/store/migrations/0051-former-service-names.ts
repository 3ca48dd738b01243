import type { Migration } from './migration.ts'

/** Names that services gave up, so that not everybody takes over who calls them. */
export const formerServiceNames: Migration = {
  number: 51,
  name: 'former names of services',
  compatible: true,
  statements: ({ columns: { key, text } }) => [
    `create table former_service_name (name ${text} primary key, service_id ${key} not null, owner_id ${key})`,
  ],
}
