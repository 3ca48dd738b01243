import type { DeclaredTable } from './declared-table.ts'
import type { Scope } from './read-place.ts'
import type { Relation } from './relation.ts'

/** The rows of a table that a resource reads and writes. */
export interface RowSet {
  readonly declared: DeclaredTable
  readonly scope: Scope
  readonly relations: readonly Relation[]
  /** Fields that are always returned, whatever `fields` says. */
  readonly always?: readonly string[]
}
