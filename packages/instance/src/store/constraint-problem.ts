import type { ViolationKind } from '@millwright/connector/engine/problems'
import { postgresViolation } from '../engines/postgres/postgres-problem.ts'
import { sqliteViolation } from '../engines/sqlite/sqlite-problem.ts'

/** The constraint that a write violated, and its columns as far as the engine reports them. */
export interface ConstraintProblem {
  /** `unstorable`: a value the column cannot hold, such as a number out of range or a zero byte in a text. */
  readonly kind: 'unique' | 'not-null' | 'foreign-key' | 'too-long' | 'unstorable'
  readonly columns: string[]
}

const kinds: Readonly<Partial<Record<ViolationKind, ConstraintProblem['kind']>>> = {
  unique: 'unique',
  'not-null': 'not-null',
  'foreign-key': 'foreign-key',
  'missing-reference': 'foreign-key',
  'still-referenced': 'foreign-key',
  'too-long': 'too-long',
  'out-of-range': 'unstorable',
  'wrong-type': 'unstorable',
}

/** Returns the constraint behind a database error, or `null` for every other error. */
export function constraintProblem(error: unknown): ConstraintProblem | null {
  const violation = sqliteViolation(error) ?? postgresViolation(error)
  const kind = violation === null ? undefined : kinds[violation.kind]
  return violation === null || kind === undefined ? null : { kind, columns: [...violation.columns] }
}
