import { setImmediate as turnOfTheLoop, setTimeout as wait } from 'node:timers/promises'
import type { MaybePromise, Outcome } from '@millwright/connector/engine/statement'
import type { Semaphore } from '@millwright/connector/semaphore'
import type { ConnectionKind, SqliteConnection } from './sqlite-connection.ts'
import { sqliteOutage } from './sqlite-problem.ts'
import type { SqliteValue } from './sqlite-statement.ts'

/** Attempts after 1, 2, 4 … turns of the event loop, as other processes usually write for less than a millisecond. */
const quickAttempts = 5
/** Milliseconds between further attempts. */
const pause = 1

/**
 * A database file with one read-write and one read-only connection. Reads use the first while no transaction is open, which keeps
 * its page cache warm across writes; during a transaction they use the second, which sees only committed data. Several processes may write to
 * the file: one that finds it locked tries again, and goes on with other work meanwhile.
 */
export class SqliteFile {
  /** Held while writing. */
  readonly mutex: Semaphore
  readonly #connect: (kind: ConnectionKind) => SqliteConnection
  readonly #patience: number
  #main: SqliteConnection | null = null
  #reader: SqliteConnection | null = null
  #inTransaction = false

  /** `patience`: milliseconds that a write waits for other processes. */
  constructor(mutex: Semaphore, connect: (kind: ConnectionKind) => SqliteConnection, patience: number) {
    this.mutex = mutex
    this.#connect = connect
    this.#patience = patience
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

  /** The caller must hold the mutex, as for the following methods. Throws SQLite's own errors, as `write` does. */
  begin(): MaybePromise<void> {
    return this.#whenFree(() => {
      this.main.attempt('begin immediate', [])
      this.#inTransaction = true
    })
  }

  /** Runs a statement in a transaction of its own. */
  write(sql: string, values: readonly SqliteValue[]): MaybePromise<Outcome> {
    return this.#whenFree(() => this.main.attempt(sql, values))
  }

  /** Makes attempts to take the lock of the file until no other process holds it. */
  #whenFree<T>(attempt: () => T): MaybePromise<T> {
    try {
      return attempt()
    } catch (error) {
      if (sqliteOutage(error) !== 'busy') throw error
      return this.#onceFree(attempt)
    }
  }

  async #onceFree<T>(attempt: () => T): Promise<T> {
    const until = performance.now() + this.#patience
    for (let attempts = 1; ; attempts += 1) {
      if (attempts > quickAttempts) await wait(pause)
      else for (let turns = 0; turns < 2 ** (attempts - 1); turns += 1) await turnOfTheLoop()
      try {
        return attempt()
      } catch (error) {
        if (sqliteOutage(error) !== 'busy' || performance.now() > until) throw error
      }
    }
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
