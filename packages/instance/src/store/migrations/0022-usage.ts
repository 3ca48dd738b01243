import { usageTables } from '../usage/usage-tables.ts'
import type { Migration } from './migration.ts'

/** What was counted, where nodes share a database; an instance that is alone keeps it in a file apart (usage-store.ts). */
export const usage: Migration = {
  number: 22,
  name: 'usage',
  compatible: true,
  statements: (dialect) => (dialect.isShared ? usageTables(dialect) : []),
}
