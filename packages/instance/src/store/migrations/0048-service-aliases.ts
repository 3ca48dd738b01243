import type { Migration } from './migration.ts'

/** Names that services are called by besides their own. */
export const serviceAliases: Migration = {
  number: 48,
  name: 'aliases of services',
  compatible: true,
  statements: ({ columns: { text } }) => [
    `alter table service add column aliases ${text}`,
    'create index service_with_aliases on service (id) where aliases is not null',
  ],
}
