import { Problem } from '@millwright/contract/problem'
import { noRoom } from '../disk-full.ts'
import { connectionLost, lineReason } from '../error-words.ts'

/** The constraint that a write violated; columns by their names in the database, if it reports them. */
export interface Violation {
  readonly kind: ViolationKind
  readonly columns: readonly string[]
  /** Name of the constraint; `null` if the database does not report it. */
  readonly constraint: string | null
  /** What was written to the columns, each bounded; absent: not known. */
  readonly values?: readonly string[]
  /** What a check demands, bounded; absent: not known. */
  readonly condition?: string
}

export type ViolationKind =
  | 'unique'
  | 'not-null'
  | 'missing-reference'
  | 'still-referenced'
  /** Some engines do not report which side of a foreign key was violated. */
  | 'foreign-key'
  | 'check'
  /** No partition of the table takes the record. */
  | 'partition'
  | 'too-long'
  | 'out-of-range'
  | 'wrong-type'

/** A constraint violation with what the database reported about it, for callers that know the columns under other names. */
export class ViolationProblem extends Problem {
  readonly violation: Violation

  constructor(violation: Violation) {
    const { kind, columns, constraint, values = [], condition = '' } = violation
    const sentence = sentences[kind](subject(columns), constraint, values, condition)
    super(conflicts.has(kind) ? 409 : 400, sentence, { context: contextOf(columns, sentence) })
    this.name = 'ViolationProblem'
    this.violation = violation
  }
}

const conflicts: ReadonlySet<ViolationKind> = new Set(['unique', 'still-referenced'])

/** Messages for violated constraints; the context has them by field, as for every invalid field (docs/wire/errors.md). */
const sentences: Readonly<
  Record<
    ViolationKind,
    (fields: string, constraint: string | null, values: readonly string[], condition: string) => string
  >
> = {
  unique: (fields, constraint) =>
    fields === ''
      ? `The record violates the unique key${named(constraint)}: another one has the same values.`
      : `Another record has the same value in ${fields}.`,
  'not-null': (fields) => (fields === '' ? 'A required field has no value.' : `A value is required in ${fields}.`),
  'missing-reference': (fields, constraint) =>
    fields === ''
      ? `The record refers to one that does not exist${named(constraint)}.`
      : `The value in ${fields} refers to a record that does not exist.`,
  'still-referenced': (_fields, constraint) =>
    `Other records still refer to this one${constraint === null ? '' : ` by '${constraint}'`}.`,
  'foreign-key': () =>
    'The change violates a foreign key: the record refers to one that does not exist, or others refer to it.',
  check: (fields, constraint, values, condition) => {
    if (fields === '') return `The record violates the check constraint${named(constraint)}.`
    const value = shown(values)
    if (condition === '') return `The value${value} in ${fields} violates a check constraint${named(constraint)}.`
    return values.length > 1
      ? `The value${value} in ${fields} violate a check constraint${named(constraint)}: ${condition}.`
      : `The value${value} in ${fields} violates a check constraint${named(constraint)}: ${condition}.`
  },
  partition: (fields, _constraint, values) =>
    fields === ''
      ? 'No partition of the table takes the record.'
      : `No partition of the table takes the value${shown(values)} in ${fields}.`,
  'too-long': (fields, _constraint, values) =>
    fields === '' ? 'A value is too long for its field.' : `The value${shown(values)} in ${fields} is too long.`,
  'out-of-range': (fields, _constraint, values) =>
    fields === ''
      ? 'A number is out of the range of its field.'
      : `The number${shown(values)} in ${fields} is out of its range.`,
  'wrong-type': (fields, _constraint, values) =>
    fields === ''
      ? 'A value does not fit the type of its field.'
      : `The value${shown(values)} in ${fields} does not fit the type of the field.`,
}

function named(constraint: string | null): string {
  return constraint === null ? '' : ` '${constraint}'`
}

/** The values after “value”, which gets its plural. */
function shown(values: readonly string[]): string {
  return values.length === 0 ? '' : `${values.length > 1 ? 's' : ''} ${quoted(values)}`
}

function subject(columns: readonly string[]): string {
  return columns.length === 0 ? '' : `the field${columns.length > 1 ? 's' : ''} ${quoted(columns)}`
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(', ')
}

function contextOf(columns: readonly string[], sentence: string): Record<string, string[]> | null {
  return columns.length === 0 ? null : Object.fromEntries(columns.map((column) => [column, [sentence]]))
}

/** The database aborted and rolled back the transaction in favor of another one; a retry may succeed. */
export class LostTransaction extends Problem {
  constructor() {
    super(409, 'The change conflicted with another one. Please try again.')
    this.name = 'LostTransaction'
  }
}

/**
 * The problem for a described table that has since been dropped or renamed outside of this instance; `says` is the database's
 * message.
 */
export function missingTable(says: string): Problem {
  const sentence = says.replace(/\.$/, '')
  return new Problem(
    404,
    `The database refused the statement: ${sentence}. With 'refresh=true' its schema is read again.`,
  )
}

/**
 * The problem for a statement that the database cannot parse. Names are quoted, so the cause is an SQL expression from a request
 * or the settings.
 */
export function invalidSql(): Problem {
  return new Problem(
    400,
    'The database cannot parse the SQL of a type, a default, a function or a connection’s statements.',
  )
}

/** The problem for a write in a read-only transaction. */
export function writeInReadOnlyTransaction(): Problem {
  return new Problem(403, 'The database refused it: it would write, and this request is read-only.')
}

/** The problem for an unavailable database; `where` is its host and port, or its file (docs/wire/databases.md). */
export function databaseUnavailable(where: string, reason: string, cause?: Error): Problem {
  return new Problem(503, `The database ${where} cannot be used now: ${reason}`, { cause })
}

/** Why a database is unavailable, independently of the request; the reason completes a sentence about it. */
export type Outage =
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'too-slow' }
  | { readonly kind: 'disk-full' }

/** The problem for an outage of a service's database. */
export function outageProblem(outage: Outage, where: string, cause: Error): Problem {
  switch (outage.kind) {
    case 'unavailable':
      return databaseUnavailable(where, outage.reason, cause)
    case 'too-slow':
      return statementTimeout(where)
    case 'disk-full':
      return noRoom(`the database ${where}`, cause)
  }
}

/** The problem for a failed connection to a server. Errors that are not connection errors are bugs, and are returned unchanged. */
export function connectionProblem(error: Error, where: string): unknown {
  const reason = lineReason(error) ?? lostConnectionReason(error)
  return reason === null ? error : databaseUnavailable(where, reason, error)
}

/** Describes a lost connection that a driver reports without an error code; `null` for other errors. */
export function lostConnectionReason({ message }: Error): string | null {
  return texts.test(message) ? connectionLost : null
}

/** Messages of drivers that have no error code. */
const texts =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Can't add new command when connection is in closed state)/

/** The problem for a server that does not respond to the connection in time. */
export function connectTimeout(where: string): Problem {
  return databaseUnavailable(where, 'it does not respond.')
}

/** The problem for a statement that exceeded its timeout. */
export function statementTimeout(where: string): Problem {
  return new Problem(504, `The database ${where} took too long for a statement, which was cancelled.`)
}
