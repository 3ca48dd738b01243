import { Problem } from '@millwright/contract/problem'
import type { DatabaseContext } from '../database-context.ts'
import type { HandleResource } from '../database-resource.ts'

/** `_schema` of a database service (docs/wire/schema.md). */
export function createSchemaResource(_context: DatabaseContext): HandleResource {
  return () => {
    throw new Problem(501, 'The schema cannot be read yet.')
  }
}
