import type { Migration } from './migration.ts'

export const useOfKeys: Migration = {
  number: 2,
  name: 'use of keys',
  statements: ({ columns: { text } }) => [`alter table app add column last_used_date ${text}`],
}
