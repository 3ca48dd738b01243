import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import type { Outcome } from '@millwright/connector/engine/statement'
import { createLruCache } from '../../platform/cache.ts'
import { momentFunctions } from './sqlite-moments.ts'
import { sqliteOutage } from './sqlite-problem.ts'
import { SqliteStatement, type SqliteValue, type StatementOptions } from './sqlite-statement.ts'

const maxStatements = 500

/**
 * With a write-ahead log, readers see commits while they are written. Pages that change repeatedly are checkpointed once for many
 * changes.
 */
const writeAhead = 'pragma journal_mode = wal; pragma journal_size_limit = 67108864; pragma wal_autocheckpoint = 4000'

/** `alone` locks the file exclusively, so that it can be read even if the disk has no room for the index that connections share. */
export type ConnectionKind = 'write' | 'read' | 'alone'

export interface ConnectionOptions extends StatementOptions {
  readonly kind: ConnectionKind
  /** Maximum size of the page cache in KiB; memory is allocated only as pages are read. */
  readonly cacheKiB: number
  /**
   * Milliseconds to wait for another program's lock on the file, which block the whole process. What begins to write on a connection of
   * kind `write` does not wait (`SqliteFile`).
   */
  readonly patience: number
  /** SQL that runs when a connection is opened. */
  readonly statements: readonly string[]
  /** Whether SQL from users runs on the connection, which must then not access other files, such as those of the instance. */
  readonly confined: boolean
  /** Whether what a statement sorts or groups is put on the disk if it is large, instead of in memory; absent: no. */
  readonly sortsOnDisk?: boolean
  /** Whether the file may be on a read-only file system, without a write-ahead log. */
  readonly mayBeReadOnly: boolean
}

/** Creates the file if it is missing, for this user only; its write-ahead log gets the same mode. */
export function createClosed(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
}

/** A synchronous connection to a database file, which prepares each distinct statement once. */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #options: ConnectionOptions
  readonly #statements = createLruCache<string, SqliteStatement>(maxStatements)

  constructor(file: string, options: ConnectionOptions) {
    const { kind, cacheKiB, patience, statements, confined, sortsOnDisk = false } = options
    this.#options = options
    if (kind === 'write') {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      createClosed(file)
    }
    this.#database = new DatabaseSync(file, { readOnly: kind === 'read', timeout: patience })
    try {
      if (kind === 'alone') this.#database.exec('pragma locking_mode = exclusive')
      if (kind === 'write') this.#keepLog()
      this.#database.exec(`pragma synchronous = normal; pragma foreign_keys = on; pragma cache_size = -${cacheKiB}`)
      this.#database.exec(`pragma temp_store = ${sortsOnDisk ? 'file' : 'memory'}`)
      for (const [name, work] of Object.entries(momentFunctions)) {
        const options = { deterministic: true, directOnly: true, useBigIntArguments: true }
        this.#database.function(name, options, (value) => sqlValue(work(value)))
      }
      if (confined) this.#database.setAuthorizer(staysInFile)
      for (const statement of statements) this.#database.exec(statement)
      if (kind === 'write') this.#database.exec('pragma busy_timeout = 0')
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction
  }

  statement(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const handle = this.prepare(sql)
    this.#statements.set(sql, handle)
    return handle
  }

  /** Prepares a statement for exclusive use by the caller. */
  prepare(sql: string): SqliteStatement {
    const prepared = this.#patiently(() => this.#database.prepare(sql))
    return new SqliteStatement(prepared, sql, { ...this.#options, patiently: (work) => this.#patiently(work) })
  }

  run(sql: string, values: readonly SqliteValue[]): Outcome {
    return this.#withExactId(this.statement(sql).run(values))
  }

  /** Like `run`, but throws SQLite's own errors, and at once if another program locks the file. */
  attempt(sql: string, values: readonly SqliteValue[]): Outcome {
    return this.#withExactId(this.statement(sql).attempt(values))
  }

  #withExactId(outcome: Outcome): Outcome {
    if (outcome.insertedId === null || Number.isSafeInteger(outcome.insertedId)) return outcome
    const [row] = this.statement('select last_insert_rowid() as id').run([]).rows
    return typeof row?.id === 'bigint' ? { ...outcome, insertedId: row.id } : outcome
  }

  /**
   * Runs work again if another program locks the file, and waits. Few locks do not concern a write: those of a program that closes the
   * file, or repairs the index of the log that another one left behind.
   */
  #patiently<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (this.#options.kind !== 'write' || sqliteOutage(error) !== 'busy') throw error
    }
    this.#database.exec(`pragma busy_timeout = ${this.#options.patience}`)
    try {
      return work()
    } finally {
      this.#database.exec('pragma busy_timeout = 0')
    }
  }

  forgetStatements(): void {
    this.#statements.clear()
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #keepLog(): void {
    try {
      this.#database.exec(writeAhead)
    } catch (error) {
      if (!this.#options.mayBeReadOnly || !isReadOnly(error)) throw error
    }
  }
}

function sqlValue(value: unknown): SqliteValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  return value instanceof Uint8Array ? value : null
}

function staysInFile(action: number): number {
  return action === constants.SQLITE_ATTACH ? constants.SQLITE_DENY : constants.SQLITE_OK
}

function isReadOnly(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 255) === 8
  )
}
