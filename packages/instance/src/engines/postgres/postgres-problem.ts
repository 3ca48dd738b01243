import {
  invalidSql,
  LostTransaction,
  lostConnectionReason,
  missingTable,
  type Outage,
  outageProblem,
  type Violation,
  ViolationProblem,
} from '@millwright/connector/engine/problems'
import { lineReason } from '@millwright/connector/error-words'
import { Problem } from '@millwright/contract/problem'

/** Converts a failure of PostgreSQL or the connection to what is thrown. */
export function postgresProblem(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error
  const outage = postgresOutage(error)
  if (outage !== null) return outageProblem(outage, where, error)
  const code = sqlState(error)
  if (code === null) return error
  const violation = postgresViolation(error)
  if (violation !== null) return new ViolationProblem(violation)
  if (isLostTransaction(error)) return new LostTransaction()
  // The message that a routine or trigger raises is written for people.
  if (code === 'P0001') return new Problem(400, error.message)
  if (code === '42P01') return missingTable(error.message)
  if (code === '42601') return invalidSql()
  if (code === '42501') return new Problem(403, `The database refused it: ${error.message}.`)
  return new Problem(400, `The database refused the statement: ${error.message}${reasonOf(error, code)}.`)
}

/** Of a refused definition, which names tables, columns and types, but no values of rows. */
function reasonOf(error: Error, code: string): string {
  const detail = textOf(error, 'detail').replace(/\.$/, '')
  return detail !== '' && /^(?:42|2B)/.test(code) ? `: ${detail}` : ''
}

/** Whether PostgreSQL aborted a transaction in favor of another one. */
export function isLostTransaction(error: unknown): boolean {
  const code = sqlState(error)
  return code === '40001' || code === '40P01'
}

/** Whether a statement was rejected because it would write in a read-only transaction. */
export function isWriteInReading(error: unknown): boolean {
  return sqlState(error) === '25006'
}

/** Why PostgreSQL is unavailable, independently of the request; `null` for every other error. */
export function postgresOutage(error: unknown): Outage | null {
  if (!(error instanceof Error) || error instanceof Problem) return null
  if (isSilence(error)) return { kind: 'too-slow' }
  if (timeouts.has(error.message)) return { kind: 'unavailable', reason: 'it does not respond.' }
  const code = sqlState(error)
  if (code === null) {
    const reason = lineReason(error) ?? lostConnectionReason(error)
    return reason === null ? null : { kind: 'unavailable', reason }
  }
  if (code === '53100') return { kind: 'disk-full' }
  if (code === '57014') return { kind: 'too-slow' }
  const reason = refusals[code] ?? refusals[code.slice(0, 2)]
  return reason === undefined ? null : { kind: 'unavailable', reason }
}

/** The driver's own timeout, after which the response to one statement could be mistaken for the response to the next. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** The driver's messages if a server does not respond to the connection in time. */
const timeouts = new Set(['timeout expired', 'Connection terminated due to connection timeout'])

/** The server's error code; `null` for errors of the driver or the connection. */
function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('severity' in error)) return null
  const code = textOf(error, 'code')
  return /^[0-9A-Z]{5}$/.test(code) ? code : null
}

/** Why a database cannot be used, by code or class of codes. */
const refusals: Readonly<Record<string, string>> = {
  '08': 'the connection was lost.',
  '25006': 'it is read-only at the moment.',
  '28': 'it does not accept the username or password.',
  '3D000': 'there is no database of that name on it.',
  '53': 'it is out of disk space or connections.',
  '55P03': 'a lock could not be obtained. Please try again.',
  '57P': 'it is shutting down.',
  '57P01': 'it is shutting down.',
  '57P02': 'it is shutting down.',
  '57P03': 'it is starting up.',
  '58': 'it reports a system error.',
}

const kinds: Readonly<Record<string, Violation['kind']>> = {
  '23505': 'unique',
  '23P01': 'unique',
  '23502': 'not-null',
  '23503': 'foreign-key',
  '23514': 'check',
  '22001': 'too-long',
  '54000': 'too-long',
  '22003': 'out-of-range',
  '22007': 'wrong-type',
  '22008': 'out-of-range',
  '22P02': 'wrong-type',
  '22P03': 'wrong-type',
  '22021': 'wrong-type',
  '22P05': 'wrong-type',
  '42804': 'wrong-type',
}

/** The violated constraint of a table; `null` for every other error. */
export function postgresViolation(error: unknown): Violation | null {
  const code = sqlState(error) ?? ''
  const kind = kinds[code]
  if (kind === undefined || !(error instanceof Error)) return null
  // Definitions of tables are refused with the same code.
  if (code === '42804' && !error.message.includes('but expression is of type')) return null
  const detail = textOf(error, 'detail')
  const constraint = textOf(error, 'constraint')
  // Check constraints have names; the bounds of partitions do not.
  if (kind === 'check' && constraint === '') {
    return { kind: 'partition', columns: partitionColumns(detail), constraint: null }
  }
  return {
    kind: kind === 'foreign-key' ? side(detail) : kind,
    columns: columnsOf(kind, textOf(error, 'column'), detail),
    constraint: constraint === '' ? null : constraint,
  }
}

function columnsOf(kind: Violation['kind'], column: string, detail: string): readonly string[] {
  if (column !== '') return [column]
  return kind === 'foreign-key' ? referringColumns(detail) : keyColumns(detail)
}

/** Servers with another message language do not reveal which side of a reference was violated. */
function side(detail: string): Violation['kind'] {
  if (detail.includes('is not present in table')) return 'missing-reference'
  return detail.includes('still referenced from table') ? 'still-referenced' : 'foreign-key'
}

/** In details about references PostgreSQL does not quote names: `Key (maker id)=(99) is not present …`. */
function referringColumns(detail: string): string[] {
  return /\((.+?)\)=\(/s.exec(detail)?.[1]?.split(', ') ?? []
}

/** The columns in `Key (user_id, "first name", lower(code))=(3, a, b) already exists.` */
/** `Partition key of the failing row contains (d) = (2026-01-01).` names expressions too, which are no columns. */
function partitionColumns(detail: string): string[] {
  const key = /\((.+?)\) = \(/s.exec(detail)?.[1] ?? ''
  return /^[^(),"]+$/.test(key) ? [key] : []
}

function keyColumns(detail: string): string[] {
  const key = /\((.+?)\)=\(/s.exec(detail)?.[1] ?? ''
  return [...key.matchAll(/"((?:[^"]|"")*)"|[^,"\s()]+(?=\)*(?:,|$|::))/g)].map(
    ([whole, quoted]) => quoted?.replaceAll('""', '"') ?? whole,
  )
}

function textOf(error: object, name: string): string {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}
