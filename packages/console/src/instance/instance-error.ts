import { batchCode, type FieldMessages } from '@millwright/contract/problem'
import { parseDatabaseError } from './database-words.ts'
import { decodeEntities } from './html-entities.ts'
import { t } from './messages.ts'

/**
 * `refused`: the instance rejected the request. `conflict`: someone else changed the record meanwhile; `context` is the current record.
 * `unreachable`: no response. `locked`: the console itself blocks writes.
 */
export type InstanceErrorKind = 'refused' | 'conflict' | 'unreachable' | 'locked'

export const unknownError = () => t.unknownError

export interface RowMessage {
  /** Position in the submitted batch. */
  index: number
  message: string
}

export interface InstanceErrorOptions {
  kind?: InstanceErrorKind
  status?: number
  code?: number | string | null
  context?: unknown
  fields?: FieldMessages
  rows?: RowMessage[]
  /** Seconds to wait before a retry. */
  retryAfter?: number | null
  cause?: unknown
}

/** Any failure of a call, with a message for users. */
export class InstanceError extends Error {
  readonly kind: InstanceErrorKind
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly code: number | string | null
  readonly context: unknown
  readonly fieldMessages: FieldMessages
  readonly rowMessages: RowMessage[]
  readonly retryAfter: number | null

  constructor(message: string, options: InstanceErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'InstanceError'
    this.kind = options.kind ?? 'refused'
    this.status = options.status ?? 0
    this.code = options.code ?? null
    this.context = options.context ?? null
    this.fieldMessages = options.fields ?? {}
    this.rowMessages = options.rows ?? []
    this.retryAfter = options.retryAfter ?? null
  }
}

/** Converts an error response to an `InstanceError`. Accepts any body: envelope, plain text, HTML, nothing. */
export function readError(status: number, body: unknown, retryAfter: string | null = null): InstanceError {
  const found = errorPart(body)
  const base = { status, retryAfter: seconds(retryAfter) }
  if (typeof found === 'string') return new InstanceError(plain(found) || unknownError(), base)
  if (!isObject(found)) return new InstanceError(unknownError(), base)

  const code = typeof found.code === 'number' || typeof found.code === 'string' ? found.code : null
  const context = found.context ?? null
  const rows = code === batchCode ? batchRows(context) : []
  const message = rows.length > 0 ? joinRows(rows) : typeof found.message === 'string' ? plain(found.message) : ''
  return new InstanceError(message || unknownError(), {
    ...base,
    kind: status === 412 ? 'conflict' : 'refused',
    code,
    context,
    fields: status === 412 ? {} : code === batchCode ? onlyRowFields(context, rows) : fieldsOf(found),
    rows,
  })
}

/** The message of any thrown value, for a notification or banner. */
export function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  return error instanceof Error && error.message ? error.message : unknownError()
}

function errorPart(body: unknown): unknown {
  if (typeof body === 'string') return /^\s*</.test(body) ? undefined : body
  if (!isObject(body)) return undefined
  return body.error ?? (typeof body.message === 'string' ? body : undefined)
}

/** Rows by position; some servers use a word instead of a row number, which has no position. */
function batchRows(context: unknown): RowMessage[] {
  if (!isObject(context) || !Array.isArray(context.error)) return []
  return context.error
    .filter((key) => typeof key === 'number' || typeof key === 'string')
    .map((key, at) => ({ index: typeof key === 'number' ? key : at, message: rowMessage(resultAt(context, key)) }))
}

function resultAt({ resource }: Record<string, unknown>, key: number | string): unknown {
  return typeof resource === 'object' && resource !== null ? Reflect.get(resource, String(key)) : undefined
}

function rowMessage(row: unknown): string {
  if (typeof row === 'string') return plain(row) || unknownError()
  const text = isObject(row) ? (row.message ?? (isObject(row.error) ? row.error.message : undefined)) : undefined
  return typeof text === 'string' && text ? plain(text) : unknownError()
}

function joinRows(rows: RowMessage[]): string {
  return rows.map((row) => row.message).join('\n')
}

/** A single record is created as a batch of one, so its field messages belong to the form. */
function onlyRowFields(context: unknown, rows: RowMessage[]): FieldMessages {
  const [only, ...others] = rows
  if (!only || others.length > 0 || !isObject(context) || !Array.isArray(context.resource)) return {}
  const row: unknown = context.resource[only.index]
  return isObject(row) ? fieldsOf(row) : {}
}

/** Messages of single fields; databases name the column only in their message. */
function fieldsOf({ context, message }: Record<string, unknown>): FieldMessages {
  const words = typeof message === 'string' ? parseDatabaseError(decodeEntities(message)) : null
  return words === null || words.column === null ? fieldMessages(context) : { [words.column]: [words.message] }
}

function fieldMessages(context: unknown): FieldMessages {
  if (!isObject(context) || isRecordOfValues(context)) return {}
  const fields: FieldMessages = {}
  for (const [field, value] of Object.entries(context)) {
    const messages = (Array.isArray(value) ? value : [value]).filter((message) => typeof message === 'string')
    if (messages.length > 0) fields[field] = messages.map(plain)
  }
  return fields
}

/** Some errors contain the submitted record, whose texts are not messages. */
function isRecordOfValues(context: Record<string, unknown>): boolean {
  return Object.values(context).some((value) => value === null || ['number', 'boolean'].includes(typeof value))
}

function plain(text: string): string {
  const decoded = decodeEntities(text).trim()
  return parseDatabaseError(decoded)?.message ?? decoded
}

function seconds(header: string | null): number | null {
  const number = header === null ? Number.NaN : Number(header)
  return Number.isFinite(number) && number >= 0 ? number : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
