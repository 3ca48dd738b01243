import { Problem } from '@millwright/contract/problem'
import { isBusy } from './folder-lock.ts'
import { Mutex } from './mutex.ts'
import type { Row } from './row-shape.ts'
import { type Outcome, SqliteConnection, type SqliteStatement } from './sqlite-connection.ts'

const mainCacheKiB = 128 * 1024
const readerCacheKiB = 16 * 1024
/** Waiting for another program stops the whole process. */
const longestPause = 2000

/**
 * A database file with one connection that reads and writes, and a second that only reads. Reads go to the first while no
 * transaction is open, which keeps its page cache warm across writes; while one is open they go to the second, which
 * sees what is committed.
 */
export class SqliteEngine {
  readonly #file: string
  readonly #main: SqliteConnection
  readonly #turn: Mutex
  readonly #patience: number
  #reader: SqliteConnection | null = null
  #inTransaction = false

  constructor(file: string, patience: number) {
    this.#file = file
    this.#turn = new Mutex(patience)
    this.#patience = Math.min(patience, longestPause)
    this.#main = new SqliteConnection(file, { readOnly: false, cacheKiB: mainCacheKiB, patience: this.#patience })
  }

  /** The statement on a connection that sees committed state only. */
  reading(sql: string): SqliteStatement {
    const statement = this.#inTransaction ? this.reader.statement(sql) : this.#main.statement(sql)
    if (!statement.reads) throw new Error('Only reads are possible here')
    return statement
  }

  /** A connection whose open cursors no write of this process disturbs. */
  get reader(): SqliteConnection {
    this.#reader ??= new SqliteConnection(this.#file, {
      readOnly: true,
      cacheKiB: readerCacheKiB,
      patience: this.#patience,
    })
    return this.#reader
  }

  /** Runs a statement of its own, after every transaction before it. */
  async write(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    await this.#turn.lock()
    try {
      return this.#main.statement(sql).run(parameters)
    } catch (error) {
      throw named(error)
    } finally {
      this.#turn.unlock()
    }
  }

  /** At once when no other transaction is open. */
  begin(): Promise<void> | undefined {
    if (!this.#turn.tryLock()) return this.#turn.lock().then(() => this.#begin())
    this.#begin()
    return undefined
  }

  #begin(): void {
    try {
      this.#main.statement('begin immediate').run([])
      this.#inTransaction = true
    } catch (error) {
      this.#turn.unlock()
      throw named(error)
    }
  }

  /** A statement of the open transaction. */
  run(sql: string, parameters: readonly unknown[]): Outcome {
    return this.#inTurn(sql).run(parameters)
  }

  /** The first row of a statement of the open transaction. */
  first(sql: string, parameters: readonly unknown[]): Row | undefined {
    return this.#inTurn(sql).first(parameters)
  }

  #inTurn(sql: string): SqliteStatement {
    if (!this.#inTransaction) throw new Error('The transaction has ended')
    return this.#main.statement(sql)
  }

  commit(): void {
    this.#main.statement('commit').run([])
    this.#end()
  }

  /** Also after errors on which SQLite has already rolled back by itself, such as a full disk. */
  rollback(): void {
    try {
      if (this.#main.inTransaction) this.#main.statement('rollback').run([])
    } finally {
      this.#end()
    }
  }

  close(): void {
    this.#reader?.close()
    this.#main.close()
  }

  #end(): void {
    this.#inTransaction = false
    this.#turn.unlock()
  }
}

/** Somebody who has the file open with a tool of their own is no failure of ours. */
function named(error: unknown): unknown {
  return isBusy(error) ? new Problem(503, 'Another program is using the database. Please try again.') : error
}
