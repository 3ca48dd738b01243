import { Problem } from '@millwright/contract/problem'
import type { SchemaDialect } from './schema-dialect.ts'

/** Of engines whose schema cannot be changed here. */
export const unplanned: SchemaDialect = {
  plan() {
    throw new Problem(501, 'The schema of this database cannot be changed here.')
  },
  columnType: () => null,
}
