import { Problem } from '@millwright/contract/problem'
import { isDiskFull, noRoom } from '../../platform/disk-full.ts'
import {
  missingTable,
  unavailable,
  unreadableSql,
  type Violation,
  type ViolationKind,
  ViolationProblem,
} from '../problems.ts'

/** What SQLite answers when a rule is broken, by extended result code. */
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

/** Why a file cannot be used at all, by primary result code. */
const reasons: Readonly<Record<number, string>> = {
  5: 'another program holds it. Please try again.',
  6: 'another program holds it. Please try again.',
  8: 'it can only be read.',
  10: 'its disk reports a failure.',
  11: 'the file is damaged.',
  14: 'the file cannot be opened.',
  23: 'its SQL must not reach other files.',
  26: 'the file is not a SQLite database.',
}

/** Which rule of a table an error of SQLite is about; null for every other error. */
export function sqliteViolation(error: unknown): Violation | null {
  const kind =
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
      ? violations[error.errcode]
      : undefined
  return kind === undefined || !(error instanceof Error) ? null : { kind, ...namedIn(error.message) }
}

/** The refusal for a failure of SQLite; everything else as it is. */
export function sqliteProblem(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null
  if (isDiskFull(error)) return noRoom(`the database ${file}`)
  if (code === null) return systemReason(error, file)
  // What a trigger raises is a sentence for people already.
  if (code === 1811) return new Problem(400, error.message)
  const violation = sqliteViolation(error)
  if (violation !== null) return new ViolationProblem(violation)
  const reason = reasons[code & 255]
  if (reason !== undefined) return unavailable(file, reason)
  if (error.message.startsWith('no such table:')) return missingTable(error.message)
  if (/^(?:near ".*": syntax error|incomplete input|unrecognized token: )/s.test(error.message)) return unreadableSql()
  return new Problem(400, `The database refused the statement: ${error.message}.`)
}

/** Folders that cannot be made or entered. */
function systemReason(error: Error, file: string): unknown {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EACCES' || code === 'EPERM') return unavailable(file, 'access is denied.')
  if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'ENOENT' || code === 'EROFS') {
    return unavailable(file, 'its folder cannot be made.')
  }
  return error
}

/** `UNIQUE constraint failed: contact.first, contact.last`, `CHECK constraint failed: positive`; of a foreign key SQLite names nothing. */
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
