import { Problem } from '@millwright/contract/problem'
import { noRoom } from '../platform/disk-full.ts'
import { connectionLost, lineReason } from '../platform/network-error.ts'

/** Which rule of a table a write broke; columns by their names in the database, so far as it tells them. */
export interface Violation {
  readonly kind: ViolationKind
  readonly columns: readonly string[]
  /** The name of the constraint; null when the database tells none. */
  readonly constraint: string | null
}

export type ViolationKind =
  | 'unique'
  | 'not-null'
  | 'missing-reference'
  | 'still-referenced'
  /** Some engines do not say on which side a foreign key failed. */
  | 'foreign-key'
  | 'check'
  | 'too-long'
  | 'out-of-range'
  | 'wrong-type'

/** A refusal by the database itself, with what it told about the cause, for whoever knows the columns under other names. */
export class ViolationProblem extends Problem {
  readonly violation: Violation

  constructor(violation: Violation) {
    const { kind, columns, constraint } = violation
    const sentence = sentences[kind](subject(columns), constraint)
    super(conflicts.has(kind) ? 409 : 400, sentence, { context: contextOf(columns, sentence) })
    this.name = 'ViolationProblem'
    this.violation = violation
  }
}

const conflicts: ReadonlySet<ViolationKind> = new Set(['unique', 'still-referenced'])

/** Sentences about a broken rule; the context has them by field, as that of every invalid field (docs/wire/errors.md). */
const sentences: Readonly<Record<ViolationKind, (fields: string, constraint: string | null) => string>> = {
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
  check: (fields, constraint) =>
    fields === ''
      ? `The record violates the check constraint${named(constraint)}.`
      : `The value in ${fields} violates a check constraint${named(constraint)}.`,
  'too-long': (fields) =>
    fields === '' ? 'A value is too long for its field.' : `The value in ${fields} is too long.`,
  'out-of-range': (fields) =>
    fields === '' ? 'A number is out of the range of its field.' : `The number in ${fields} is out of its range.`,
  'wrong-type': (fields) =>
    fields === ''
      ? 'A value does not fit the type of its field.'
      : `The value in ${fields} does not fit the type of the field.`,
}

function named(constraint: string | null): string {
  return constraint === null ? '' : ` '${constraint}'`
}

function subject(columns: readonly string[]): string {
  const quoted = columns.map((column) => `'${column}'`)
  return quoted.length > 1 ? `the fields ${quoted.join(', ')}` : (quoted[0] ?? '') && `the field ${quoted[0]}`
}

function contextOf(columns: readonly string[], sentence: string): Record<string, string[]> | null {
  return columns.length === 0 ? null : Object.fromEntries(columns.map((column) => [column, [sentence]]))
}

/** The database gave up a whole transaction so that another could go on: nothing of it stays, and the same again may well work. */
export class LostTransaction extends Problem {
  constructor() {
    super(409, 'The change conflicted with another one. Please try again.')
    this.name = 'LostTransaction'
  }
}

/** The refusal when a table that was described has been dropped or renamed since, past this instance; `says`: the database. */
export function missingTable(says: string): Problem {
  const sentence = says.replace(/\.$/, '')
  return new Problem(
    404,
    `The database refused the statement: ${sentence}. With 'refresh=true' its schema is read again.`,
  )
}

/** The refusal of a statement that the database cannot read: names are quoted, so it is words that somebody gave in its language. */
export function unreadableSql(): Problem {
  return new Problem(
    400,
    'The database cannot parse the SQL of a type, a default, a function or a connection’s statements.',
  )
}

/** The refusal of what would write while somebody only reads. */
export function writesInReading(): Problem {
  return new Problem(403, 'The database refused it: it would write, and this request is read-only.')
}

/** The refusal when a database cannot be asked at all; `where` names host and port, or the file (docs/wire/databases.md). */
export function unavailable(where: string, reason: string, cause?: Error): Problem {
  return new Problem(503, `The database ${where} cannot be used now: ${reason}`, { cause })
}

/** Why a database cannot be asked, whatever was asked of it; the reason is the rest of a sentence about it. */
export type Outage =
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'too-slow' }
  | { readonly kind: 'disk-full' }

/** The refusal for an outage of the database of a service. */
export function outageProblem(outage: Outage, where: string, cause: Error): Problem {
  switch (outage.kind) {
    case 'unavailable':
      return unavailable(where, outage.reason, cause)
    case 'too-slow':
      return tooSlow(where)
    case 'disk-full':
      return noRoom(`the database ${where}`, cause)
  }
}

/** The refusal for a failure of the line to a server; errors that are none are our own, and pass. */
export function lineProblem(error: Error, where: string): unknown {
  const reason = lineReason(error) ?? lostLine(error)
  return reason === null ? error : unavailable(where, reason, error)
}

/** Half a sentence on the loss of a line that a driver tells without a code; null for other errors. */
export function lostLine({ message }: Error): string | null {
  return texts.test(message) ? connectionLost : null
}

/** The drivers give these no code. */
const texts =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Can't add new command when connection is in closed state)/

/** The refusal when a server takes too long to greet. */
export function connectTimeout(where: string): Problem {
  return unavailable(where, 'it does not respond.')
}

/** The refusal when a statement was given up. */
export function tooSlow(where: string): Problem {
  return new Problem(504, `The database ${where} took too long for a statement, which was cancelled.`)
}
