import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { createLruCache } from '../../platform/cache.ts'
import { keepLog, settle } from '../../store/sqlite-connection.ts'
import type { Outcome } from '../statement.ts'
import { SqliteStatement, type SqliteValue } from './sqlite-statement.ts'

const mostStatements = 500
const cacheKiB = { write: 64 * 1024, read: 8 * 1024, alone: 8 * 1024 }

/**
 * `alone`: holds the file against all others, and so can read it even where the disk has no room for the index that connections share.
 */
export type ConnectionKind = keyof typeof cacheKiB
/** Milliseconds for which another program may hold the file; the whole process waits meanwhile. */
const patience = 1000

/** One connection to a database file, synchronous, with its statements prepared once for each text. */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #statements = createLruCache<string, SqliteStatement>(mostStatements)

  /** `statements` run first. */
  constructor(file: string, kind: ConnectionKind, statements: readonly string[]) {
    if (kind === 'write') mkdirSync(dirname(file), { recursive: true })
    this.#database = new DatabaseSync(file, { readOnly: kind === 'read', timeout: patience })
    try {
      if (kind === 'alone') this.#database.exec('pragma locking_mode = exclusive')
      if (kind === 'write') this.#keepLog()
      this.#database.exec(settle(cacheKiB[kind]))
      this.#database.setAuthorizer(staysInFile)
      for (const statement of statements) this.#database.exec(statement)
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
    const made = this.prepare(sql)
    this.#statements.set(sql, made)
    return made
  }

  /** A statement of one's own, which nobody else runs meanwhile. */
  prepare(sql: string): SqliteStatement {
    return new SqliteStatement(this.#database.prepare(sql), sql)
  }

  run(sql: string, values: readonly SqliteValue[]): Outcome {
    const outcome = this.statement(sql).run(values)
    if (outcome.insertedId === null || Number.isSafeInteger(outcome.insertedId)) return outcome
    const [row] = this.statement('select last_insert_rowid() as id').run([]).rows
    return typeof row?.id === 'bigint' ? { ...outcome, insertedId: row.id } : outcome
  }

  forgetStatements(): void {
    this.#statements.clear()
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  /** On media that cannot have a log, it goes without. */
  #keepLog(): void {
    try {
      this.#database.exec(keepLog)
    } catch (error) {
      if (!isReadOnly(error)) throw error
    }
  }
}

/** SQL of administrators of the service must not reach other files, such as those of the instance. */
function staysInFile(action: number): number {
  return action === constants.SQLITE_ATTACH ? constants.SQLITE_DENY : constants.SQLITE_OK
}

function isReadOnly(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 255) === 8
  )
}
