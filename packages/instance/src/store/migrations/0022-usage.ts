import { usageTables } from '../usage/usage-tables.ts'
import type { Migration } from './migration.ts'

/** Usage counts, where nodes share a database; a single-node instance stores them in a separate file (usage-store.ts). */
export const usage: Migration = {
  number: 22,
  name: 'usage',
  compatible: true,
  statements: (dialect) => (dialect.isShared ? usageTables(dialect) : []),
}
