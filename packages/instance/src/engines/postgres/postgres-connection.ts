import type { Socket } from 'node:net'
import { LostTransaction, writeInReadOnlyTransaction } from '@millwright/connector/engine/problems'
import { portionsOf, type Row, receivedWithin, rowShape } from '@millwright/connector/engine/rows'
import type { BoundValue, DatabaseRow, Outcome, Statement } from '@millwright/connector/engine/statement'
import type { Client, CustomTypesConfig, QueryArrayConfig } from 'pg'
import { createLruCache } from '../../platform/cache.ts'
import type { ServerConnection } from '../server-database.ts'
import { isSilence, isWriteInReading } from './postgres-problem.ts'

const maxStatements = 200
const rowsInPortion = 500
/** Rows that are fetched before their size is known. */
const firstPortion = 10
const portionGrowth = 10
/** Milliseconds for the server to close a connection. */
const farewell = 2000

/** A statement that is prepared on the connection, or will be when it runs. */
interface Prepared {
  /** Empty for statements that are parsed every time, whose columns may change. */
  readonly name: string
  readonly sql: string
  columns: readonly string[]
  toRow: ((values: ArrayLike<unknown>) => Row) | null
}

export interface PostgresConnectionOptions {
  /** The client's socket. */
  readonly socket: Socket
  /** Converts a failure to what is thrown. */
  readonly problem: (error: unknown) => unknown
  /** `false` behind poolers that do not preserve sessions: statements are parsed every time. */
  readonly prepares: boolean
  /** The words of cursors that differ; absent: those of PostgreSQL. */
  readonly cursor?: CursorWords
}

/** How a server spells a cursor that is only read forward. */
export interface CursorWords {
  readonly declared: string
  /** Before the number of rows. */
  readonly fetched: string
}

const usualCursor: CursorWords = { declared: 'NO SCROLL CURSOR', fetched: 'FETCH' }

/** A connected PostgreSQL client that prepares each distinct statement once. */
export class PostgresConnection implements ServerConnection {
  readonly #client: Client
  readonly #options: PostgresConnectionOptions
  readonly #statements = createLruCache<string, Prepared>(maxStatements, (prepared, _sql, reason) => {
    if (reason === 'evict') void this.#deallocate(prepared)
  })
  #names = 0
  #inTransaction = false
  #readsOnly = false
  #usable = true

  constructor(client: Client, options: PostgresConnectionOptions) {
    this.#client = client
    this.#options = options
    const broken = () => {
      this.#usable = false
    }
    client.on('error', broken)
    client.on('end', broken)
  }

  get usable(): boolean {
    return this.#usable
  }

  /** `null` behind poolers, whose own process ids the server would mistake for those of other connections. */
  get ending(): Statement | null {
    const number: unknown = Reflect.get(this.#client, 'processID')
    if (!this.#options.prepares || typeof number !== 'number') return null
    return { sql: 'SELECT pg_cancel_backend($1)', values: [number] }
  }

  async run(statement: Statement): Promise<Outcome> {
    const prepared = this.#prepared(statement.sql)
    try {
      return await this.#within(statement.mostBytes, () => this.#query(prepared, statement.values))
    } catch (error) {
      if (!isOutdated(error)) throw this.#problem(error)
      await this.#forget(prepared)
      // In a transaction the failure has aborted everything; outside of one, nothing has run yet.
      if (this.#inTransaction) throw new LostTransaction()
    }
    try {
      const again = this.#prepared(statement.sql)
      return await this.#within(statement.mostBytes, () => this.#query(again, statement.values))
    } catch (error) {
      throw this.#problem(error)
    }
  }

  #within<T>(most: number | undefined, run: () => Promise<T>): Promise<T> {
    return receivedWithin(most, this.#options.socket, () => this.#abandon(), run)
  }

  /** `mode` is for example `READ ONLY`. */
  async begin(mode = ''): Promise<void> {
    await this.#control(`BEGIN ${mode}`)
    this.#inTransaction = true
  }

  async beginReadOnly(): Promise<void> {
    await this.begin('READ ONLY')
    this.#readsOnly = true
  }

  async commit(): Promise<void> {
    const { command } = await this.#control('COMMIT')
    this.#ended()
    // PostgreSQL responds to COMMIT with ROLLBACK after a failure in the transaction, without an error.
    if (command === 'ROLLBACK') throw new Error('A transaction went on after a failure in it')
  }

  async rollback(): Promise<void> {
    this.#ended()
    await this.#control('ROLLBACK').catch(() => this.#abandon())
  }

  async *stream({ sql, values }: Statement): AsyncIterable<readonly DatabaseRow[]> {
    const { declared, fetched } = this.#options.cursor ?? usualCursor
    await this.beginReadOnly()
    try {
      await this.#query(unnamed(`DECLARE portion ${declared} FOR ${sql}`), values)
      let count = firstPortion
      while (true) {
        const { rows } = await this.#query(unnamed(`${fetched} ${count} FROM portion`), [])
        const portions = [...portionsOf(rows)]
        yield* portions
        if (rows.length < count) break
        // Rows that are larger than a portion together are fetched one portion at a time.
        count = Math.min(
          portions.length > 1 ? Math.ceil(count / portions.length) : count * portionGrowth,
          rowsInPortion,
        )
      }
    } catch (error) {
      throw this.#problem(error)
    } finally {
      await this.rollback()
    }
  }

  async forgetStatements(): Promise<void> {
    this.#statements.clear()
    if (this.#names > 0) await this.#control('DEALLOCATE ALL')
  }

  /** Does not wait for unresponsive connections. */
  async end(): Promise<void> {
    if (!this.#usable) return this.#abandon()
    this.#usable = false
    const hung = setTimeout(() => this.#abandon(), farewell)
    await this.#client.end()
    clearTimeout(hung)
  }

  #ended(): void {
    this.#inTransaction = false
    this.#readsOnly = false
  }

  #abandon(): void {
    this.#usable = false
    this.#options.socket.destroy()
  }

  async #control(sql: string): Promise<{ command: string }> {
    try {
      return await this.#client.query(sql)
    } catch (error) {
      throw this.#problem(error)
    }
  }

  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const isNamed = this.#options.prepares && !answersCursor.test(sql)
    const entry = isNamed ? { ...unnamed(sql), name: `s${++this.#names}` } : unnamed(sql)
    this.#statements.set(sql, entry)
    return entry
  }

  async #query(prepared: Prepared, values: readonly BoundValue[]): Promise<Outcome> {
    const { name, sql } = prepared
    // Without a name and values, the driver would use the simple protocol, which allows several statements in one text.
    const config: QueryArrayConfig = {
      ...(name === '' ? { queryMode: 'extended' } : { name }),
      text: sql,
      values: values.map(bindable),
      rowMode: 'array',
    }
    const { rows, rowCount, fields } = await this.#client.query(config)
    if (fields.length === 0) return { rows: [], changes: rowCount ?? 0, insertedId: null }
    if (prepared.toRow === null || (name === '' && !hasColumns(prepared, fields))) {
      prepared.columns = fields.map((field) => field.name)
      prepared.toRow = rowShape(prepared.columns)
    }
    return { rows: rows.map(prepared.toRow), changes: rowCount ?? rows.length, insertedId: null }
  }

  async #forget(prepared: Prepared): Promise<void> {
    this.#statements.delete(prepared.sql)
    if (!this.#inTransaction) await this.#deallocate(prepared)
  }

  /** If this fails, the server frees the statement with the connection. */
  async #deallocate({ name }: Prepared): Promise<void> {
    if (name !== '') await this.#client.query(`DEALLOCATE ${name}`).catch(() => {})
  }

  #problem(error: unknown): unknown {
    if (isSilence(error)) this.#abandon()
    if (this.#readsOnly && isWriteInReading(error)) return writeInReadOnlyTransaction()
    return this.#options.problem(error)
  }
}

/** A cursor of the same name may have different columns the next time. */
const answersCursor = /^\s*fetch\b/i

function unnamed(sql: string): Prepared {
  return { name: '', sql, columns: [], toRow: null }
}

function hasColumns({ columns }: Prepared, fields: readonly { readonly name: string }[]): boolean {
  return columns.length === fields.length && fields.every(({ name }, position) => name === columns[position])
}

function bindable(value: BoundValue): unknown {
  if (typeof value === 'bigint') return value.toString()
  return value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value
}

/** A prepared statement whose table has changed since, or that a pooler has lost. */
function isOutdated(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === '26000' || (error.code === '0A000' && error.message.includes('cached plan'))
}

const number = (text: string) => Number(text)

/** Integers that a double cannot represent become bigints. */
function integer(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** `NaN` and `Infinity` are not JSON numbers. */
function float(text: string): number | string {
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text.slice(2), 'hex')
}

const readers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  17: bytes,
  20: integer,
  21: number,
  23: number,
  26: number,
  700: float,
  701: float,
}

const asPrinted = (text: string) => text

/** Parsers for the values of rows: numbers and bytes as such, everything else as the text that PostgreSQL prints. */
export const postgresTypes: CustomTypesConfig = {
  getTypeParser: (oid: number) => readers[oid] ?? asPrinted,
}
