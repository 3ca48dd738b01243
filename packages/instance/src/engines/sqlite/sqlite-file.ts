import type { Semaphore } from '../../platform/semaphore.ts'
import type { ConnectionKind, SqliteConnection } from './sqlite-connection.ts'

/**
 * A database file with one read-write and one read-only connection. Reads use the first while no transaction is open, which keeps
 * its page cache warm across writes; during a transaction they use the second, which sees only committed data.
 */
export class SqliteFile {
  /** Held while writing. */
  readonly mutex: Semaphore
  readonly #connect: (kind: ConnectionKind) => SqliteConnection
  #main: SqliteConnection | null = null
  #reader: SqliteConnection | null = null
  #inTransaction = false

  constructor(mutex: Semaphore, connect: (kind: ConnectionKind) => SqliteConnection) {
    this.mutex = mutex
    this.#connect = connect
  }

  get inTransaction(): boolean {
    return this.#inTransaction
  }

  get main(): SqliteConnection {
    this.#main ??= this.#connect('write')
    return this.#main
  }

  /** A connection that sees only committed data. */
  get committed(): SqliteConnection {
    if (!this.#inTransaction) return this.main
    this.#reader ??= this.#connect('read')
    return this.#reader
  }

  /** The caller must hold the mutex, as for the following methods. */
  begin(): void {
    this.main.statement('begin immediate').run([])
    this.#inTransaction = true
  }

  commit(): void {
    this.main.statement('commit').run([])
    this.#inTransaction = false
  }

  /** Also works after errors on which SQLite itself has rolled back, such as a full disk. */
  rollback(): void {
    try {
      if (this.main.inTransaction) this.main.statement('rollback').run([])
    } finally {
      this.#inTransaction = false
    }
  }

  forgetStatements(): void {
    this.#main?.forgetStatements()
    this.#reader?.forgetStatements()
  }

  close(): void {
    this.#reader?.close()
    this.#main?.close()
    this.#reader = null
    this.#main = null
  }
}
