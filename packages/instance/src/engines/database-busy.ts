import { Problem } from '@millwright/contract/problem'

/** The problem for a write to a database that has waited too long for its turn. */
export function databaseBusy(): Problem {
  return new Problem(503, 'The database is busy with other changes. Please try again.')
}
