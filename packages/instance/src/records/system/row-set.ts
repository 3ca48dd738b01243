import type { Problem } from '@millwright/contract/problem'
import type { DeclaredTable } from './declared-table.ts'
import type { Relation } from './relation.ts'

/** The rows of a table that a resource reads and writes. */
export interface RowSet {
  readonly declared: DeclaredTable
  readonly scope: Scope
  readonly relations: readonly Relation[]
  /** Fields that are always returned, whatever `fields` says. */
  readonly always?: readonly string[]
}

/** Rows for which an expression equals one of some texts. */
export interface Visible {
  readonly expression: string
  readonly texts: readonly string[]
}

/** The rows of the table that belong to a resource; new rows get these values. */
export interface Scope {
  readonly values: Readonly<Record<string, number | null>>
  /** Creates the error for changing a row outside of the scope; absent: not found. */
  outside?(): Problem
}
