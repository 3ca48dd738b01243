import { noRoom } from '@millwright/connector/disk-full'
import {
  connectionProblem,
  databaseUnavailable,
  invalidSql,
  missingTable,
  statementTimeout,
  type Violation,
  type ViolationKind,
  ViolationProblem,
} from '@millwright/connector/engine/problems'
import { Problem } from '@millwright/contract/problem'

/** Converts a failure of SQL Server or the connection to what is thrown. */
export function sqlServerProblem(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === 'ELOGIN')
    return databaseUnavailable(where, 'it does not accept the username, the password or the database.')
  if (code === 'ETIMEOUT') return statementTimeout(where)
  if (code === 'EINSTLOOKUP') return databaseUnavailable(where, 'the host name is unknown.')
  const number = 'number' in error && typeof error.number === 'number' ? error.number : null
  if (number === null) return connectionProblem(causeOf(error), where)
  // A full filegroup, or a full transaction log.
  if (number === 1105 || number === 9002) return noRoom(`the database ${where}`, error)
  const kind = kinds[number]
  if (kind !== undefined) return new ViolationProblem(violation(number, kind, error.message))
  const reason = reasons[number]
  if (reason !== undefined) return databaseUnavailable(where, reason)
  // The message that a routine or trigger throws is written for people.
  if (number >= 50_000) return new Problem(400, error.message)
  if (number === 208) return missingTable(error.message)
  if (number === 102 || number === 156) return invalidSql()
  if (number === 1205) return new Problem(409, 'The change conflicted with another one. Please try again.')
  if (denied.has(number)) return new Problem(403, `The database refused it: ${error.message}`)
  return new Problem(400, `The database refused the statement: ${error.message}`)
}

/** The driver wraps connection errors, one for each address that it tried. */
function causeOf(error: Error): Error {
  const { cause } = error
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  return first instanceof Error && 'code' in first ? first : error
}

const denied = new Set([229, 230, 262, 300, 297])

const reasons: Readonly<Record<number, string>> = {
  911: 'there is no database of that name on it.',
  1222: 'a lock could not be obtained. Please try again.',
  3906: 'it is read-only at the moment.',
  4060: 'there is no database of that name on it.',
  6005: 'it is shutting down.',
  17142: 'it is being paused.',
  18452: 'it does not accept the username or password.',
  18456: 'it does not accept the username or password.',
  40501: 'it is busy.',
  40613: 'it is not available at the moment.',
}

const kinds: Readonly<Record<number, ViolationKind>> = {
  220: 'out-of-range',
  232: 'out-of-range',
  241: 'wrong-type',
  242: 'out-of-range',
  245: 'wrong-type',
  248: 'out-of-range',
  515: 'not-null',
  547: 'foreign-key',
  2601: 'unique',
  2627: 'unique',
  2628: 'too-long',
  8114: 'wrong-type',
  8115: 'out-of-range',
  8152: 'too-long',
  8169: 'wrong-type',
}

function violation(number: number, kind: ViolationKind, message: string): Violation {
  if (number === 547) return conflict(message)
  const constraint = /(?:constraint|unique index) '([^']+)'/.exec(message)?.[1] ?? null
  const column = kind === 'unique' ? undefined : /column '([^']+)'/.exec(message)?.[1]
  return { kind, columns: column === undefined ? [] : [column], constraint }
}

/**
 * `The INSERT statement conflicted with the FOREIGN KEY constraint "fk". The conflict occurred in database "d", table "dbo.t",
 * column 'c'.` That column is the referenced one, or the one in a check constraint.
 */
function conflict(message: string): Violation {
  const constraint = /constraint "([^"]+)"/.exec(message)?.[1] ?? null
  const column = /column '([^']+)'/.exec(message)?.[1]
  if (message.includes('CHECK constraint')) {
    return { kind: 'check', columns: column === undefined ? [] : [column], constraint }
  }
  if (message.includes('REFERENCE constraint')) return { kind: 'still-referenced', columns: [], constraint }
  return {
    kind: message.includes('FOREIGN KEY constraint') ? 'missing-reference' : 'foreign-key',
    columns: [],
    constraint,
  }
}
