import {
  invalidSql,
  missingTable,
  statementTimeout,
  unavailable,
  type ViolationKind,
  ViolationProblem,
} from '@millwright/connector/engine/problems'
import { Problem } from '@millwright/contract/problem'

/** The problem for a response of the SQL API that is not a result; `answer` has `code`, `sqlState` and `message`. */
export function snowflakeProblem(status: number, answer: Readonly<Record<string, unknown>>, where: string): Problem {
  const { code, sqlState, message } = answer
  const says = typeof message === 'string' ? oneLine(message) : ''
  if (status === 401) return unavailable(where, 'it does not accept the account, the user or the key.')
  if (status === 429) return unavailable(where, 'it is busy.')
  if (status === 408) return statementTimeout(where)
  if (status !== 422)
    return unavailable(where, says === '' ? `it responds with ${status}.` : `it responds with ${status}: ${says}`)
  const kind = violations[String(code)]
  if (kind !== undefined) return new ViolationProblem({ kind, columns: [], constraint: null })
  switch (String(code)) {
    case '000604':
    case '000630':
      return statementTimeout(where)
    case '000606':
      return unavailable(where, 'it has no running warehouse.')
    case '001003':
      return invalidSql()
    case '002003':
      return missingTable(says)
    case '003001':
      return new Problem(403, `The database refused it: ${says}`)
  }
  // The warehouse could not run the operation at that time.
  if (typeof sqlState === 'string' && /^(?:57|08|53)/.test(sqlState)) return unavailable(where, says)
  return new Problem(400, `The database refused the statement: ${says}`)
}

const longest = 500

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, longest)
}

const violations: Readonly<Record<string, ViolationKind>> = {
  '100035': 'wrong-type',
  '100037': 'wrong-type',
  '100038': 'wrong-type',
  '100039': 'out-of-range',
  '100040': 'wrong-type',
  '100046': 'out-of-range',
  '100072': 'not-null',
  '100078': 'too-long',
  '200001': 'unique',
}
