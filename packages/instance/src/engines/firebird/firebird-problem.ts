import { noRoom } from '@millwright/connector/disk-full'
import {
  connectionProblem,
  databaseUnavailable,
  invalidSql,
  LostTransaction,
  missingTable,
  type ViolationKind,
  ViolationProblem,
} from '@millwright/connector/engine/problems'
import { Problem } from '@millwright/contract/problem'

/** Converts a failure of Firebird or its connection to what is thrown. */
export function firebirdProblem(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error
  const { message } = error
  const code = 'gdscode' in error && typeof error.gdscode === 'number' ? error.gdscode : null
  if (code === null) {
    if (/Connection (?:is )?closed|connection lost|timed? ?out/i.test(message))
      return databaseUnavailable(where, 'the connection was lost.', error)
    return connectionProblem(error, where)
  }
  const reason = reasons[code]
  if (reason !== undefined) return databaseUnavailable(where, reason, error)
  if (/no (?:more )?space|I\/O error .*write/i.test(message)) return noRoom(`the database ${where}`, error)
  const kind = kinds[code] ?? textKind(message)
  if (kind !== null)
    return new ViolationProblem({ kind, columns: columnsIn(message, kind), constraint: constraintIn(message) })
  if (/deadlock|update conflicts|concurrent/i.test(message)) return new LostTransaction()
  if (/Table unknown/.test(message)) return missingTable(message)
  if (/SQL error code = -104/.test(message)) return invalidSql()
  if (code === 335544352) return new Problem(403, `The database refused it: ${message}`)
  return new Problem(400, `The database refused the statement: ${message}`)
}

const reasons: Readonly<Record<number, string>> = {
  335544344: 'its file cannot be opened.',
  335544375: 'there is no database of that name on it.',
  335544472: 'it does not accept the username or password.',
  335544648: 'the connection was lost.',
  335544721: 'connection refused.',
  335544741: 'the connection was lost.',
}

const kinds: Readonly<Record<number, ViolationKind>> = {
  335544347: 'not-null',
  335544349: 'unique',
  335544466: 'foreign-key',
  335544558: 'check',
  335544665: 'unique',
}

function textKind(message: string): ViolationKind | null {
  if (/string right truncation/.test(message)) return 'too-long'
  if (/numeric overflow|numeric value is out of range/i.test(message)) return 'out-of-range'
  return /conversion error from string/i.test(message) ? 'wrong-type' : null
}

function columnsIn(message: string, kind: ViolationKind): string[] {
  const column = kind === 'not-null' ? /column "[^"]*"\."([^"]+)"/.exec(message)?.[1] : undefined
  return column === undefined ? [] : [column]
}

function constraintIn(message: string): string | null {
  return /constraint "([^"]+)"/.exec(message)?.[1] ?? null
}
