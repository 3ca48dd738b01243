import { postgresViolation } from '../engines/postgres/postgres-problem.ts'
import type { ViolationKind } from '../engines/problems.ts'
import { sqliteViolation } from '../engines/sqlite/sqlite-problem.ts'

/** Which rule of the database a write broke, and the columns it names, so far as the engine tells them. */
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

/** What a thrown database error says about the data; null for every other error. */
export function constraintProblem(error: unknown): ConstraintProblem | null {
  const violation = sqliteViolation(error) ?? postgresViolation(error)
  const kind = violation === null ? undefined : kinds[violation.kind]
  return violation === null || kind === undefined ? null : { kind, columns: [...violation.columns] }
}
