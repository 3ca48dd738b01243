import { Problem } from '@millwright/contract/problem'
import { isDiskFull, noRoom } from '../platform/disk-full.ts'

/** What a failure of SQLite amounts to where it is nobody's mistake; every other error as it is. */
export function sqliteStoreProblem(error: unknown): unknown {
  if (isDiskFull(error)) return because(noRoom('this instance'), error)
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  const sentence = sentences.get(error.errcode & 255)
  return sentence === undefined
    ? error
    : because(new Problem(503, sentence, { headers: { 'Retry-After': '1' } }), error)
}

/** By primary result code. */
const sentences = new Map([
  [5, 'Another program is using the database. Please try again.'],
  [8, 'The database of this instance can only be read.'],
  [10, 'The disk of this instance reports a failure.'],
  [11, 'The database of this instance is damaged.'],
  [26, 'The database of this instance is damaged.'],
])

function because(problem: Problem, cause: unknown): Problem {
  problem.cause = cause
  return problem
}
