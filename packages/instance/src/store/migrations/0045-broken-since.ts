import type { Migration } from './migration.ts'

/** Since when endpoints of custom APIs need changes. */
export const brokenSince: Migration = {
  number: 45,
  name: 'broken since',
  compatible: true,
  statements: ({ columns: { text } }) => [`alter table custom_api_endpoint add column broken_since ${text}`],
}
