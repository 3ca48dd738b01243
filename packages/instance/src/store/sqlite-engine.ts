import { databaseBusy } from '../engines/database-busy.ts'
import type { Row } from '../engines/row-shape.ts'
import { SqliteConnection } from '../engines/sqlite/sqlite-connection.ts'
import type { SqliteStatement, SqliteValue } from '../engines/sqlite/sqlite-statement.ts'
import type { Outcome } from '../engines/statement.ts'
import { Semaphore } from '../platform/semaphore.ts'
import { GroupCommit } from './group-commit.ts'
import { sqliteStoreProblem } from './sqlite-problem.ts'

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
  readonly #mutex: Semaphore
  readonly #patience: number
  #reader: SqliteConnection | null = null
  #inTransaction = false
  #group: GroupCommit | null = null
  #settling = false

  constructor(file: string, patience: number) {
    this.#file = file
    this.#mutex = new Semaphore({ patience, refusal: databaseBusy })
    this.#patience = Math.min(patience, longestPause)
    this.#main = this.#connect('write', mainCacheKiB)
  }

  #connect(kind: 'write' | 'read', cacheKiB: number): SqliteConnection {
    return new SqliteConnection(this.#file, {
      kind,
      cacheKiB,
      patience: this.#patience,
      statements: [],
      confined: false,
      mayBeReadOnly: false,
      largeIntegers: false,
      problem: sqliteStoreProblem,
    })
  }

  /** The statement on a connection that sees committed state only. */
  reading(sql: string): SqliteStatement {
    if (this.#group !== null) this.#settle()
    const statement = this.#inTransaction ? this.reader.statement(sql) : this.#main.statement(sql)
    if (!statement.reads) throw new Error('Only reads are possible here')
    return statement
  }

  /** A connection whose open cursors no write of this process disturbs. */
  get reader(): SqliteConnection {
    this.#reader ??= this.#connect('read', readerCacheKiB)
    return this.#reader
  }

  /** Runs a statement of its own, after every transaction before it. */
  async write(sql: string, parameters: readonly SqliteValue[]): Promise<Outcome> {
    this.#settle()
    await this.#mutex.acquire()
    try {
      return this.#main.statement(sql).run(parameters)
    } finally {
      this.#mutex.release()
    }
  }

  /** At once when no other transaction is open. */
  begin(): Promise<void> | undefined {
    this.#settle()
    if (!this.#mutex.tryAcquire()) return this.#mutex.acquire().then(() => this.#begin())
    this.#begin()
    return undefined
  }

  #begin(): void {
    try {
      this.#main.statement('begin immediate').run([])
      this.#inTransaction = true
    } catch (error) {
      this.#mutex.release()
      throw error
    }
  }

  /** As `begin`, but in the transaction of changes that came just before where there is one; ended by `leave` or `abandon`. */
  join(): Promise<void> | undefined {
    if (this.#group?.busy === false) {
      this.#group.enter()
      return undefined
    }
    const begun = this.begin()
    if (begun !== undefined) return begun.then(() => this.#gather())
    this.#gather()
    return undefined
  }

  /** Resolves when what was joined is committed: at the end of this turn of the event loop, or before the next read. */
  leave(): Promise<void> {
    const committed = this.#joined.done()
    this.#settleSoon()
    return committed
  }

  /** Takes back what was done since `join`, and nothing else unless the database gave up the whole transaction. */
  abandon(cause: unknown): void {
    const group = this.#joined
    if (group.undo()) {
      this.#settleSoon()
      return
    }
    this.#group = null
    this.rollback()
    group.failed(cause)
  }

  #settleSoon(): void {
    if (this.#mutex.wanted) this.#settle()
    else if (!this.#settling) {
      this.#settling = true
      setImmediate(() => {
        this.#settling = false
        this.#settle()
      })
    }
  }

  #gather(): void {
    this.#group = new GroupCommit(this.#main)
  }

  get #joined(): GroupCommit {
    if (this.#group === null) throw new Error('The transaction has ended')
    return this.#group
  }

  /** Commits what nobody works on any more. */
  #settle(): void {
    const group = this.#group
    if (group === null || group.busy) return
    this.#group = null
    try {
      this.commit()
    } catch (error) {
      this.rollback()
      group.failed(error)
      return
    }
    group.committed()
  }

  /** A statement of the open transaction. */
  run(sql: string, parameters: readonly SqliteValue[]): Outcome {
    return this.#inTurn(sql).run(parameters)
  }

  /** The first row of a statement of the open transaction. */
  first(sql: string, parameters: readonly SqliteValue[]): Row | undefined {
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
    this.#settle()
    this.#reader?.close()
    this.#main.close()
  }

  #end(): void {
    this.#inTransaction = false
    this.#mutex.release()
  }
}
