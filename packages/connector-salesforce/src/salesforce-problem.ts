import { missingTable, unavailable, type ViolationKind, ViolationProblem } from '@millwright/connector/engine/problems'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'

/** The problem for an error response, a list of errors of which the first one counts. */
export function salesforceProblem(status: number, answer: unknown, where: string): Problem {
  const [first] = Array.isArray(answer) ? answer : []
  if (!isRecord(first)) {
    const reason = status >= 200 && status < 300 ? 'its response cannot be read.' : `it responds with ${status}.`
    return unavailable(where, reason)
  }
  return errorProblem(first, where) ?? unavailable(where, `it responds with ${status}: ${says(first)}`)
}

/** The problem for an error of a record or a request; `null` if it is not the caller's fault. */
export function errorProblem(error: Readonly<Record<string, unknown>>, where: string): Problem | null {
  const code = String(error.errorCode ?? error.statusCode ?? '')
  const fields = Array.isArray(error.fields) ? error.fields.map(String) : []
  const kind = violations[code]
  if (kind !== undefined) return new ViolationProblem({ kind, columns: fields, constraint: null })
  if (/^(?:REQUEST_LIMIT_EXCEEDED|SERVER_UNAVAILABLE|UNABLE_TO_LOCK_ROW|QUERY_TIMEOUT)$/.test(code))
    return unavailable(where, says(error))
  if (missing.has(code)) return new Problem(404, `The database does not find the record: ${says(error)}`)
  if (code === 'INVALID_TYPE') return missingTable(says(error))
  if (/^(?:INSUFFICIENT_ACCESS|CANNOT_|API_DISABLED)/.test(code))
    return new Problem(403, `The database refused it: ${says(error)}`)
  return code === '' || code === 'UNKNOWN_EXCEPTION'
    ? null
    : new Problem(400, `The database refused the statement: ${says(error)}`)
}

const missing = new Set(['ENTITY_IS_DELETED', 'INVALID_CROSS_REFERENCE_KEY', 'MALFORMED_ID', 'NOT_FOUND'])
const longest = 500
const says = ({ message }: Readonly<Record<string, unknown>>) => String(message ?? '').slice(0, longest)

const violations: Readonly<Record<string, ViolationKind>> = {
  REQUIRED_FIELD_MISSING: 'not-null',
  STRING_TOO_LONG: 'too-long',
  NUMBER_OUTSIDE_VALID_RANGE: 'out-of-range',
  DUPLICATE_VALUE: 'unique',
  JSON_PARSER_ERROR: 'wrong-type',
  INVALID_TYPE_ON_FIELD_IN_RECORD: 'wrong-type',
  FIELD_CUSTOM_VALIDATION_EXCEPTION: 'check',
  INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST: 'check',
  DELETE_FAILED: 'still-referenced',
}
