import { Problem } from '@millwright/contract/problem'
import type { DatabaseContext } from '../database-context.ts'
import type { HandleResource } from '../database-resource.ts'

/** `_table` of a database service (docs/wire/tables.md). */
export function createRecordsResource(_context: DatabaseContext): HandleResource {
  return () => {
    throw new Problem(501, 'Records cannot be read yet.')
  }
}
