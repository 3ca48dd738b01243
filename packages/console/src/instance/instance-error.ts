import { batchCode, type FieldMessages } from '@millwright/contract/problem'
import { readDatabaseWords } from './database-words.ts'
import { decodeEntities } from './html-entities.ts'
import { t } from './messages.ts'

/**
 * `refused`: the instance answered no. `conflict`: somebody else changed the record meanwhile, `context` is it as it is now.
 * `unreachable`: no answer. `locked`: the console itself holds writes back.
 */
export type InstanceErrorKind = 'refused' | 'conflict' | 'unreachable' | 'locked'

export const unknownError = () => t.unknownError

export interface RowMessage {
  /** Position in the batch that was sent. */
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
  /** Seconds until it is worth trying again. */
  retryAfter?: number | null
  cause?: unknown
}

/** Every failure of a call, with a sentence for people. */
export class InstanceError extends Error {
  readonly kind: InstanceErrorKind
  /** HTTP status; 0 when there was no answer. */
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

/** The error that a refusing answer stands for. Any body is accepted: envelope, plain text, a page, nothing. */
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

/** The sentence of any thrown thing, for a notification or a banner. */
export function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  return error instanceof Error && error.message ? error.message : unknownError()
}

function errorPart(body: unknown): unknown {
  if (typeof body === 'string') return /^\s*</.test(body) ? undefined : body
  if (!isObject(body)) return undefined
  return body.error ?? (typeof body.message === 'string' ? body : undefined)
}

/** Rows by their positions; some servers name what they took for a row by a word, which has none. */
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

/** A batch of one is how a single record is created, so its field messages belong to the form. */
function onlyRowFields(context: unknown, rows: RowMessage[]): FieldMessages {
  const [only, ...others] = rows
  if (!only || others.length > 0 || !isObject(context) || !Array.isArray(context.resource)) return {}
  const row: unknown = context.resource[only.index]
  return isObject(row) ? fieldsOf(row) : {}
}

/** What is said of single fields; databases name the column in their sentence alone. */
function fieldsOf({ context, message }: Record<string, unknown>): FieldMessages {
  const words = typeof message === 'string' ? readDatabaseWords(decodeEntities(message)) : null
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

/** Some refusals carry the record that was sent; its texts are no messages. */
function isRecordOfValues(context: Record<string, unknown>): boolean {
  return Object.values(context).some((value) => value === null || ['number', 'boolean'].includes(typeof value))
}

function plain(text: string): string {
  const decoded = decodeEntities(text).trim()
  return readDatabaseWords(decoded)?.message ?? decoded
}

function seconds(header: string | null): number | null {
  const number = header === null ? Number.NaN : Number(header)
  return Number.isFinite(number) && number >= 0 ? number : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
