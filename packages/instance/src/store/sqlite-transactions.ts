import type { Row } from '@millwright/connector/engine/rows'
import type { Outcome } from '@millwright/connector/engine/statement'
import { type Load, Semaphore } from '@millwright/connector/semaphore'
import { databaseBusy } from '../engines/contention.ts'
import { type ConnectionKind, SqliteConnection } from '../engines/sqlite/sqlite-connection.ts'
import { SqliteFile } from '../engines/sqlite/sqlite-file.ts'
import type { SqliteStatement, SqliteValue } from '../engines/sqlite/sqlite-statement.ts'
import { shuttingDown, sqliteStoreProblem } from './store-problems.ts'

/** Maximum sizes of the page caches of the writing and the reading connection, in KiB. */
export interface FileCaches {
  readonly main: number
  readonly reader: number
}

interface TransactionOptions {
  readonly caches?: FileCaches
  /** Whether changes are marked, for processes that cannot be notified of them. */
  readonly marksChanges?: boolean
}

const usualCaches: FileCaches = { main: 128 * 1024, reader: 16 * 1024 }
/** Milliseconds that a read waits for another program, which block the whole process. */
const longestPause = 2000

/** Serializes transactions on the file of the store; brief ones that arrive together share a commit. */
export class SqliteTransactions {
  readonly #file: SqliteFile
  #group: GroupCommit | null = null
  readonly #marksChanges: boolean
  #settling = false
  #isClosed = false

  /** `patience`: milliseconds that a change waits for earlier ones, and for those of other processes. */
  constructor(path: string, patience: number, options: TransactionOptions = {}) {
    const { caches = usualCaches, marksChanges = false } = options
    this.#marksChanges = marksChanges
    const connect = (kind: ConnectionKind) => {
      // Whoever is late would create the file anew, and its folder.
      if (this.#isClosed) throw shuttingDown()
      return connectTo(path, kind, Math.min(patience, longestPause), kind === 'write' ? caches.main : caches.reader)
    }
    this.#file = new SqliteFile(new Semaphore({ patience, refusal: databaseBusy }), connect, patience)
    // Opened immediately, so that an unusable file is reported on start.
    void this.#file.main
  }

  get load(): Load {
    return this.#file.mutex.load
  }

  /** Returns the statement on a connection that sees committed state only. */
  reading(sql: string): SqliteStatement {
    if (this.#group !== null) this.#settle()
    const statement = this.#file.committed.statement(sql)
    if (!statement.reads) throw new Error('Only reads are possible here')
    return statement
  }

  /** The number of marked changes. */
  get mark(): number {
    return Number(this.#file.main.statement('pragma user_version').run([]).rows[0]?.user_version)
  }

  /** Runs a single statement, after all earlier transactions. */
  async write(sql: string, parameters: readonly SqliteValue[]): Promise<Outcome> {
    if (this.#marksChanges) return this.#writeMarked(sql, parameters)
    this.#settle()
    await this.#file.mutex.acquire()
    try {
      return await this.#file.write(sql, parameters)
    } catch (error) {
      throw sqliteStoreProblem(error)
    } finally {
      this.#file.mutex.release()
    }
  }

  async #writeMarked(sql: string, parameters: readonly SqliteValue[]): Promise<Outcome> {
    await this.begin()
    try {
      const outcome = this.run(sql, parameters)
      this.commit()
      return outcome
    } catch (error) {
      this.rollback()
      throw error
    }
  }

  /** Returns `undefined` if no other transaction is open, in no process. */
  begin(): Promise<void> | undefined {
    this.#settle()
    const { mutex } = this.#file
    return mutex.tryAcquire() ? this.#begin() : mutex.acquire().then(() => this.#begin())
  }

  #begin(): Promise<void> | undefined {
    const failed = (error: unknown): never => {
      this.#file.mutex.release()
      throw sqliteStoreProblem(error)
    }
    try {
      return this.#file.begin()?.catch(failed)
    } catch (error) {
      return failed(error)
    }
  }

  /** Like `begin`, but joins the open transaction of immediately preceding changes if possible; ended by `leave` or `abandon`. */
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

  /** Resolves when the joined transaction is committed: at the end of this turn of the event loop, or before the next read. */
  leave(): Promise<void> {
    const committed = this.#joined.done()
    this.#settleSoon()
    return committed
  }

  /** Rolls back what was done since `join`, and nothing else unless the database aborted the whole transaction. */
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
    if (this.#file.mutex.hasWaiters) this.#settle()
    else if (!this.#settling) {
      this.#settling = true
      setImmediate(() => {
        this.#settling = false
        this.#settle()
      })
    }
  }

  #gather(): void {
    this.#group = new GroupCommit(this.#file.main)
  }

  get #joined(): GroupCommit {
    if (this.#group === null) throw new Error('The transaction has ended')
    return this.#group
  }

  /** Commits the group unless a member is still working. */
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

  /** Runs a statement in the open transaction. */
  run(sql: string, parameters: readonly SqliteValue[]): Outcome {
    return this.#inTurn(sql).run(parameters)
  }

  /** Returns the first row of a statement in the open transaction. */
  first(sql: string, parameters: readonly SqliteValue[]): Row | undefined {
    return this.#inTurn(sql).first(parameters)
  }

  #inTurn(sql: string): SqliteStatement {
    if (!this.#file.inTransaction) throw new Error('The transaction has ended')
    return this.#file.main.statement(sql)
  }

  commit(): void {
    if (this.#marksChanges) this.#file.main.statement(`pragma user_version = ${this.mark + 1}`).run([])
    this.#file.commit()
    this.#file.mutex.release()
  }

  rollback(): void {
    try {
      this.#file.rollback()
    } finally {
      this.#file.mutex.release()
    }
  }

  /** From then on, all that needs the file is refused with 503. */
  close(): void {
    this.#settle()
    this.#isClosed = true
    this.#file.close()
  }
}

function connectTo(path: string, kind: ConnectionKind, patience: number, cacheKiB: number): SqliteConnection {
  try {
    return new SqliteConnection(path, {
      kind,
      cacheKiB,
      patience,
      statements: [],
      confined: false,
      mayBeReadOnly: false,
      largeIntegers: false,
      problem: sqliteStoreProblem,
    })
  } catch (error) {
    throw sqliteStoreProblem(error)
  }
}

interface Member {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Changes that arrive close together and share one transaction, since a commit costs more than each of them. A failing one is rolled
 * back alone, and each is acknowledged only after the commit. One works at a time.
 */
class GroupCommit {
  readonly #connection: SqliteConnection
  readonly #waiting: Member[] = []
  #apart = false
  busy = true

  /** Its first member is working, in a transaction that was started for it. */
  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  enter(): void {
    this.#run('savepoint member')
    this.#apart = true
    this.busy = true
  }

  /** Ends the member's work; resolves when it is committed. */
  done(): Promise<void> {
    if (this.#apart) this.#run('release member')
    this.busy = false
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  /** Rolls back the member's work; returns `false` if the whole transaction must be rolled back. */
  undo(): boolean {
    this.busy = false
    if (!this.#apart || !this.#connection.inTransaction) return false
    this.#run('rollback to member')
    this.#run('release member')
    return true
  }

  committed(): void {
    for (const { resolve } of this.#waiting) resolve()
  }

  failed(error: unknown): void {
    for (const { reject } of this.#waiting) reject(error)
  }

  #run(sql: string): void {
    this.#connection.statement(sql).run([])
  }
}
