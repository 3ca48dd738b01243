import { ownCalls as statements } from '../usage/usage-tables.ts'
import type { Migration } from './migration.ts'

/** The console's calls apart from others, where nodes share a database (as `usage`). */
export const ownCalls: Migration = {
  number: 42,
  name: 'calls of the console',
  compatible: true,
  statements: (dialect) => (dialect.isShared ? statements(dialect) : []),
}
