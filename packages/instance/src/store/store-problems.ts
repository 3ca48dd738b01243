import { noRoom } from '@millwright/connector/disk-full'
import type { Outage } from '@millwright/connector/engine/problems'
import { Problem } from '@millwright/contract/problem'
import { type SqliteOutage, sqliteOutage } from '../engines/sqlite/sqlite-problem.ts'

/** Returns the error for a call while the instance's own database is unavailable (docs/reliability.md). */
export function storeProblem({ kind }: Outage, cause: unknown): Problem {
  switch (kind) {
    case 'unavailable':
      return unavailable('The database of this instance cannot be reached at the moment.', cause)
    case 'too-slow':
      return unavailable('The database of this instance did not respond in time.', cause)
    case 'disk-full':
      return noRoom('this instance', cause)
  }
}

/** Returns the error for what arrives when the instance has begun to close what it would need. */
export function shuttingDown(): Problem {
  return new Problem(503, 'This instance is shutting down.')
}

/** Returns a 503 with `Retry-After`. */
function unavailable(message: string, cause: unknown): Problem {
  return new Problem(503, message, { headers: { 'Retry-After': '1' }, cause })
}

/** For work triggered by a change, which is announced again once the database is back. */
export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof Problem && error.status === 503)) throw error
}

/** Maps outages of SQLite to a `Problem`; returns every other error unchanged. */
export function sqliteStoreProblem(error: unknown): unknown {
  const outage = sqliteOutage(error)
  if (outage === 'disk-full') return noRoom('this instance', error)
  const sentence = outage === null ? undefined : sentences[outage]
  return sentence === undefined ? error : unavailable(sentence, error)
}

const sentences: Readonly<Partial<Record<SqliteOutage, string>>> = {
  busy: 'Another program is using the database. Please try again.',
  'read-only': 'The database of this instance can only be read.',
  'failing-disk': 'The disk of this instance reports a failure.',
  damaged: 'The database of this instance is damaged.',
  'no-database': 'The database of this instance is damaged.',
}

/** Why a database file cannot be used, with the remedy. */
const reasons: Readonly<Partial<Record<SqliteOutage, string>>> = {
  'disk-full': 'is on a disk that is full. Make room on it.',
  'read-only': 'can only be read. Make it, and its folder, writable for this user.',
  'failing-disk': 'cannot be read or written: its disk reports an error.',
  damaged: 'is damaged. Restore it from a backup.',
  'closed-to-us': 'cannot be opened. Check that this user may read and write it.',
  'no-database': 'is not a SQLite database. Restore it from a backup.',
}

/** Maps an error on opening a SQLite file to a sentence for the operator that names the file; returns every other error unchanged. */
export function unusableFile(error: unknown, file: string): unknown {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const outage = sqliteOutage(root)
  const reason = outage === null ? undefined : reasons[outage]
  return reason === undefined ? error : new Error(`The database ${file} ${reason}`, { cause: error })
}
