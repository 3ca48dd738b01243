import { Problem } from '@millwright/contract/problem'

/** For those who have waited too long for their turn to change a database. */
export function databaseBusy(): Problem {
  return new Problem(503, 'The database is busy with other changes. Please try again.')
}
