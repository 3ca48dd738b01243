import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { statementTimeout, writeInReadOnlyTransaction } from '@millwright/connector/engine/problems'
import { Portion, receivedWithin } from '@millwright/connector/engine/rows'
import type { BoundValue, DatabaseRow, Outcome, Statement } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import type { Connection, FieldPacket, IntegerTypedParameterFactory, QueryError } from 'mysql2'
import { createLruCache } from '../../platform/cache.ts'
import type { ServerConnection } from '../server-database.ts'
import { keyOfDuplicate, mysqlErrno, mysqlProblem } from './mysql-problem.ts'
import { rowReader, type ToRows } from './mysql-rows.ts'

/** Rows that a stream reads before they are taken, whatever their size. */
const rowsReadAhead = 8
/** ER_UNSUPPORTED_PS: statements that cannot be prepared, such as CREATE PROCEDURE. */
const notPreparable = 1295
/** ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION. */
const writeInReading = 1792
/** ER_XAER_RMFAIL: statements that would end a distributed transaction without its name. */
const endOfDistributed = 1399

export interface MysqlConnectionOptions {
  readonly where: string
  /** Makes the driver send an integer as such, instead of as a float. */
  readonly integer: IntegerTypedParameterFactory
  /** Milliseconds after which an unresponsive server counts as unreachable. */
  readonly patience: number
}

/** The driver's result: the packet of a write, rows, or several of either from a routine. */
interface Answer {
  readonly result: unknown
  readonly fields: readonly FieldPacket[] | readonly (readonly FieldPacket[] | undefined)[] | undefined
}

/** A connection to MySQL or MariaDB. The driver prepares each distinct statement once. */
export class MysqlConnection implements ServerConnection {
  readonly #connection: Connection
  readonly #options: MysqlConnectionOptions
  readonly #readers = createLruCache<string, ToRows>(500)
  #usable = true
  #readsOnly = false

  constructor(connection: Connection, options: MysqlConnectionOptions) {
    this.#connection = connection
    this.#options = options
    const broken = () => {
      this.#usable = false
    }
    connection.on('error', broken)
    connection.on('end', broken)
  }

  get #socket(): { readonly bytesRead: number } {
    const stream: unknown = Reflect.get(this.#connection, 'stream')
    return stream instanceof Socket ? stream : { bytesRead: 0 }
  }

  get usable(): boolean {
    return this.#usable
  }

  get ending(): Statement {
    return { sql: `KILL QUERY ${this.#connection.threadId}`, values: [] }
  }

  run(statement: Statement): Promise<Outcome> {
    return this.#readsOnly && callsProcedure.test(statement.sql) ? this.#callReading(statement) : this.#run(statement)
  }

  /**
   * Procedures can end a read-only transaction, or begin another one, and then write. They cannot end a distributed transaction, whose name they do
   * not know.
   */
  async #callReading(statement: Statement): Promise<Outcome> {
    const name = `'${randomUUID()}'`
    await this.#control('COMMIT')
    await this.#control('SET TRANSACTION READ ONLY')
    await this.#control(`XA START ${name}`).catch((error: unknown) => {
      throw error instanceof Problem && error.status === 400 ? withoutDistributed(error) : error
    })
    try {
      return await this.#run(statement)
    } finally {
      if (this.#usable) await this.#leaveDistributed(name)
    }
  }

  async #leaveDistributed(name: string): Promise<void> {
    // A deadlock has left the transaction nothing but its rollback.
    await this.#control(`XA END ${name}`).catch(() => {})
    try {
      await this.#control(`XA ROLLBACK ${name}`)
      await this.#control('START TRANSACTION READ ONLY')
    } catch {
      this.#abandon()
    }
  }

  async #run({ sql, values, mostBytes }: Statement): Promise<Outcome> {
    try {
      const execute = () => this.#execute(sql, values)
      return this.#outcome(sql, await receivedWithin(mostBytes, this.#socket, () => this.#abandon(), execute))
    } catch (error) {
      if (mysqlErrno(error) === notPreparable && values.length === 0) return this.#unprepared(sql)
      const key = await keyOfDuplicate(error, sql, (statement) => this.run(statement))
      throw key ?? this.#problem(error)
    }
  }

  begin(): Promise<void> {
    return this.#control('START TRANSACTION')
  }

  async beginReadOnly(): Promise<void> {
    await this.#control('START TRANSACTION READ ONLY')
    this.#readsOnly = true
  }

  commit(): Promise<void> {
    this.#readsOnly = false
    return this.#control('COMMIT')
  }

  async rollback(): Promise<void> {
    this.#readsOnly = false
    await this.#control('ROLLBACK').catch(() => this.#abandon())
  }

  async *stream({ sql, values }: Statement, readsOnly: boolean): AsyncIterable<readonly DatabaseRow[]> {
    if (readsOnly) await this.beginReadOnly()
    const query = this.#connection.execute({ sql, values: this.#bindable(values), rowsAsArray: true })
    let toRows: ToRows | null = null
    query.on('fields', (fields: readonly FieldPacket[]) => {
      toRows = rowReader(fields)
    })
    const source = query.stream({ highWaterMark: rowsReadAhead })
    // The driver reports a lost connection to statements that await their result, but not to streams.
    const lost = (error: Error = new Error('Connection terminated')) => source.destroy(error)
    this.#connection.once('error', lost)
    this.#connection.once('end', lost)
    let ended = false
    const portion = new Portion<unknown[]>()
    const taken = () => toRows?.(portion.take()) ?? []
    try {
      for await (const row of source) if (portion.add(row)) yield taken()
      if (!portion.isEmpty) yield taken()
      ended = true
    } catch (error) {
      throw this.#problem(error)
    } finally {
      this.#connection.off('error', lost)
      this.#connection.off('end', lost)
      // The server would otherwise continue to send rows.
      if (!ended) this.#abandon()
      else if (readsOnly) await this.commit()
    }
  }

  async forgetStatements(): Promise<void> {
    this.#readers.clear()
  }

  async end(): Promise<void> {
    if (this.#usable) this.#connection.end(() => {})
    this.#abandon()
  }

  #abandon(): void {
    this.#usable = false
    this.#connection.destroy()
  }

  #execute(sql: string, values: readonly BoundValue[]): Promise<Answer> {
    const config = { sql, values: this.#bindable(values), rowsAsArray: true, timeout: this.#options.patience }
    return new Promise((resolve, reject) => {
      this.#connection.execute(config, (error, result, fields) => {
        if (error === null) resolve({ result, fields })
        else reject(error)
      })
    })
  }

  #unprepared(sql: string): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#connection.query({ sql, rowsAsArray: true, timeout: this.#options.patience }, (error, result, fields) => {
        if (error === null) resolve(this.#outcome(sql, { result, fields }))
        else reject(this.#problem(error))
      })
    })
  }

  async #control(sql: string): Promise<void> {
    await this.#unprepared(sql)
  }

  #outcome(sql: string, { result, fields }: Answer): Outcome {
    if (!Array.isArray(result)) return written(result)
    if (fields?.some((each) => each === undefined || Array.isArray(each))) {
      return severalSets(result, fields)
    }
    let reader = this.#readers.get(sql)
    if (reader === undefined) {
      reader = rowReader((fields ?? []) as readonly FieldPacket[])
      this.#readers.set(sql, reader)
    }
    const rows = reader(result)
    return { rows, changes: rows.length, insertedId: null }
  }

  #bindable(values: readonly BoundValue[]): unknown[] {
    const { integer } = this.#options
    return values.map((value) => {
      if (typeof value === 'number') return Number.isSafeInteger(value) ? integer(value) : value
      if (typeof value === 'bigint') return value > maxSigned ? integer.unsigned(value) : integer(value)
      return value instanceof Uint8Array && !Buffer.isBuffer(value) ? Buffer.from(value) : value
    })
  }

  #problem(error: unknown): unknown {
    if (this.#readsOnly && refusalsOfWrites.has(mysqlErrno(error))) return writeInReadOnlyTransaction()
    if (isFatal(error)) this.#abandon()
    if (isSilence(error)) {
      this.#abandon()
      return statementTimeout(this.#options.where)
    }
    return mysqlProblem(error, this.#options.where)
  }
}

const callsProcedure = /^\s*call\b/i

const refusalsOfWrites: ReadonlySet<number | null> = new Set([writeInReading, endOfDistributed])

const withoutDistributed = (cause: Problem) =>
  new Problem(
    501,
    'This server has no distributed transactions, which keep procedures from writing when they are only to read.',
    { cause },
  )

const maxSigned = 2n ** 63n - 1n

function written(result: unknown): Outcome {
  const { affectedRows = 0, insertId = 0 } = (result ?? {}) as { affectedRows?: number; insertId?: number | string }
  const id = typeof insertId === 'string' ? BigInt(insertId) : insertId
  return { rows: [], changes: affectedRows, insertedId: id === 0 ? null : id }
}

/** The result of a routine: its row sets, followed by the packet of the call itself. */
function severalSets(results: readonly unknown[], fields: Answer['fields']): Outcome {
  const sets = results.flatMap((result, index) => {
    const own = fields?.[index]
    return Array.isArray(result) && Array.isArray(own) ? [rowReader(own as readonly FieldPacket[])(result)] : []
  })
  return { rows: sets[0] ?? [], changes: sets[0]?.length ?? 0, insertedId: null, sets }
}

function isFatal(error: unknown): boolean {
  return error instanceof Error && 'fatal' in error && (error as QueryError).fatal === true
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'PROTOCOL_SEQUENCE_TIMEOUT'
}
