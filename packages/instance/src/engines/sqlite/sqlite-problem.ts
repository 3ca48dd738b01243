import { basename } from 'node:path'
import { isDiskFull, noRoom } from '@millwright/connector/disk-full'
import {
  databaseUnavailable,
  invalidSql,
  missingTable,
  type Violation,
  type ViolationKind,
  ViolationProblem,
} from '@millwright/connector/engine/problems'
import { Problem } from '@millwright/contract/problem'

/** Constraint violations, by extended result code. */
const violations: Readonly<Record<number, ViolationKind>> = {
  18: 'too-long',
  275: 'check',
  787: 'foreign-key',
  1299: 'not-null',
  1555: 'unique',
  2067: 'unique',
  2579: 'unique',
  3091: 'wrong-type',
  20: 'wrong-type',
}

/** Why a file cannot be used, independently of the request. */
export type SqliteOutage =
  | 'busy'
  | 'read-only'
  | 'disk-full'
  | 'failing-disk'
  | 'damaged'
  | 'closed-to-us'
  | 'confined'
  | 'no-database'

/** By primary result code. */
const outages: Readonly<Record<number, SqliteOutage>> = {
  5: 'busy',
  6: 'busy',
  8: 'read-only',
  10: 'failing-disk',
  11: 'damaged',
  13: 'disk-full',
  14: 'closed-to-us',
  23: 'confined',
  26: 'no-database',
}

/** SQLITE_IOERR_SHMSIZE: no room for the index that a write-ahead log needs even for reading. */
const noRoomForIndex = 4874

/** `null` for every error that depends on the request. */
export function sqliteOutage(error: unknown): SqliteOutage | null {
  if (!(error instanceof Error)) return null
  if (isDiskFull(error)) return 'disk-full'
  const code = resultCode(error)
  if (code === null) return null
  return code === noRoomForIndex ? 'disk-full' : (outages[code & 255] ?? null)
}

/** SQLite's extended result code; `null` for errors that SQLite did not report. */
function resultCode(error: Error): number | null {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null
}

const reasons: Readonly<Record<Exclude<SqliteOutage, 'disk-full'>, string>> = {
  busy: 'another program has it locked. Please try again.',
  'read-only': 'it can only be read.',
  'failing-disk': 'its disk reports an error.',
  damaged: 'the file is damaged.',
  'closed-to-us': 'the file cannot be opened.',
  confined: 'its SQL must not reach other files.',
  'no-database': 'the file is not a SQLite database.',
}

/** The violated constraint of a table; `null` for every other error. */
export function sqliteViolation(error: unknown): Violation | null {
  if (!(error instanceof Error)) return null
  const kind = violations[resultCode(error) ?? 0]
  return kind === undefined ? null : { kind, ...namedIn(error.message) }
}

/** Converts a failure of SQLite to a problem that names the file without its path; other errors are returned unchanged. */
export function sqliteProblem(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error
  const outage = sqliteOutage(error)
  const name = basename(file)
  if (outage === 'disk-full') return noRoom(`the database ${name}`, error)
  if (outage !== null) return databaseUnavailable(name, reasons[outage], error)
  const code = resultCode(error)
  if (code === null) return systemReason(error, name)
  // The message that a trigger raises is written for people.
  if (code === 1811) return new Problem(400, error.message)
  const violation = sqliteViolation(error)
  if (violation !== null) return new ViolationProblem(violation)
  if (error.message.startsWith('no such table:')) return missingTable(error.message)
  if (/^(?:near ".*": syntax error|incomplete input|unrecognized token: )/s.test(error.message)) return invalidSql()
  return new Problem(400, `The database refused the statement: ${error.message}.`)
}

/** Folders that cannot be created or accessed. */
function systemReason(error: Error, file: string): unknown {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EACCES' || code === 'EPERM') return databaseUnavailable(file, 'access is denied.')
  if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'ENOENT' || code === 'EROFS') {
    return databaseUnavailable(file, 'its folder cannot be created.')
  }
  return error
}

/**
 * `UNIQUE constraint failed: contact.first, contact.last`, `CHECK constraint failed: positive`; for foreign keys SQLite names
 * nothing.
 */
function namedIn(message: string): { columns: readonly string[]; constraint: string | null } {
  const check = /^CHECK constraint failed: (.+)$/s.exec(message)?.[1]
  if (check !== undefined) return { columns: [], constraint: check }
  const typed = /^cannot store \S+ value in \S+ column (.+)$/s.exec(message)?.[1]
  if (typed !== undefined) return { columns: [typed.slice(typed.lastIndexOf('.') + 1)], constraint: null }
  const failed = /constraint failed: (.+)$/s.exec(message)?.[1]
  if (failed === undefined) return { columns: [], constraint: null }
  const index = /^index '(.+)'$/.exec(failed)?.[1]
  if (index !== undefined) return { columns: [], constraint: index }
  return { columns: failed.split(', ').map((name) => name.slice(name.indexOf('.') + 1)), constraint: null }
}
