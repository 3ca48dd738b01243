import type { Problem } from '@millwright/contract/problem'
import type { DeclaredTable } from './declared-table.ts'
import type { Relation } from './relation.ts'

/** The rows of a table that one resource reads and writes. */
export interface RowSet {
  readonly declared: DeclaredTable
  readonly scope: Scope
  readonly relations: readonly Relation[]
  /** Fields that an answer always has, whatever `fields` says. */
  readonly always?: readonly string[]
}

/** Rows for which an expression is one of some texts. */
export interface Visible {
  readonly expression: string
  readonly texts: readonly string[]
}

/** Which rows of the table a resource sees; new ones get the values. */
export interface Scope {
  readonly values: Readonly<Record<string, number | null>>
  /** The refusal for changing a row that exists outside of the scope; absent: not found. */
  outside?(): Problem
}
