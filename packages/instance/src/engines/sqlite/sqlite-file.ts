import type { Semaphore } from '../../platform/semaphore.ts'
import type { ConnectionKind, SqliteConnection } from './sqlite-connection.ts'

/**
 * A database file with one connection that reads and writes, and a second that only reads: reads go to the first while no transaction is
 * open, which keeps its page cache warm across writes; while one is open they go to the second, which sees what is committed.
 */
export class SqliteFile {
  /** Held by whoever writes. */
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

  /** Sees what is committed only. */
  get committed(): SqliteConnection {
    if (!this.#inTransaction) return this.main
    this.#reader ??= this.#connect('read')
    return this.#reader
  }

  /** For the holder of the mutex, as what follows. */
  begin(): void {
    this.main.statement('begin immediate').run([])
    this.#inTransaction = true
  }

  commit(): void {
    this.main.statement('commit').run([])
    this.#inTransaction = false
  }

  /** Also after errors on which SQLite has already rolled back by itself, such as a full disk. */
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
