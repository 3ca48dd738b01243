import { isDiskFull } from '../platform/disk-full.ts'

/** Why a database file cannot be used and what helps, by SQLite's primary result code. */
const reasons = new Map([
  [8, 'can only be read. Make it, and its folder, writable for this user.'],
  [10, 'cannot be read or written: its disk reports a failure.'],
  [11, 'is damaged. Put back a backup of it.'],
  [14, 'cannot be opened. Look whether this user may read and write it.'],
  [26, 'is not a SQLite database. Put back a backup of it.'],
])

/** An error of a start on a SQLite file as a sentence for the operator that names the file; every other error as it is. */
export function unusableFile(error: unknown, file: string): unknown {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (isDiskFull(root)) return new Error(`The disk of the database ${file} is full. Make room on it.`, { cause: error })
  const code: unknown = root instanceof Error ? Reflect.get(root, 'errcode') : undefined
  const reason = typeof code === 'number' ? reasons.get(code & 255) : undefined
  return reason === undefined ? error : new Error(`The database ${file} ${reason}`, { cause: error })
}
