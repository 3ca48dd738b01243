import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Row, rowShape } from '../engines/row-shape.ts'
import { createLruCache } from '../platform/cache.ts'
import { sqliteStoreProblem } from './sqlite-problem.ts'

const mostStatements = 500

/** With a log, readers see what is committed meanwhile. Pages that change again and again are copied into the file once for many changes. */
export const keepLog =
  'pragma journal_mode = wal; pragma journal_size_limit = 67108864; pragma wal_autocheckpoint = 4000'

/** What every connection is told; `cacheKiB` is the upper bound of its page cache. */
export const settle = (cacheKiB: number) =>
  `pragma synchronous = normal; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -${cacheKiB}`

export interface ConnectionOptions {
  readonly readOnly: boolean
  /** Upper bound of the page cache in KiB; memory is taken only as pages are read. */
  readonly cacheKiB: number
  /** Milliseconds to wait, with everything else, for another program that holds the file. */
  readonly patience: number
}

/** One SQLite connection, synchronous, with its statements prepared once for each text. */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #statements = createLruCache<string, SqliteStatement>(mostStatements)

  constructor(file: string, options: ConnectionOptions) {
    this.#database = new DatabaseSync(file, { readOnly: options.readOnly, timeout: options.patience })
    try {
      if (!options.readOnly) this.#database.exec(keepLog)
      this.#database.exec(settle(options.cacheKiB))
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
    const made = new SqliteStatement(this.#database.prepare(sql), sql)
    this.#statements.set(sql, made)
    return made
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
}

/** What came of a statement: rows, or how many were changed. */
export interface Outcome {
  readonly rows: Row[]
  readonly changes: number | bigint | null
  readonly lastId: number | bigint | null
}

export class SqliteStatement {
  readonly reads: boolean
  readonly #statement: StatementSync
  readonly #toRow: ((values: ArrayLike<unknown>) => Row) | null

  constructor(statement: StatementSync, sql: string) {
    this.#statement = statement
    this.reads = onlyReads(sql)
    const columns = statement.columns().map((column) => column.name)
    this.#toRow = columns.length === 0 ? null : rowShape(columns)
    statement.setReturnArrays(true)
  }

  all(parameters: readonly unknown[]): Row[] {
    const toRow = this.#toRow
    if (toRow === null) return []
    try {
      const found: unknown = this.#statement.all(...(parameters as SQLInputValue[]))
      return (found as unknown[][]).map(toRow)
    } catch (error) {
      throw sqliteStoreProblem(error)
    }
  }

  /** Rows one by one; the connection keeps showing the state of the first row until the last. */
  *iterate(parameters: readonly unknown[]): IterableIterator<Row> {
    const toRow = this.#toRow
    if (toRow === null) return
    const found: Iterable<unknown> = this.#statement.iterate(...(parameters as SQLInputValue[]))
    for (const values of found) yield toRow(values as unknown[])
  }

  first(parameters: readonly unknown[]): Row | undefined {
    if (this.#toRow === null) {
      this.run(parameters)
      return undefined
    }
    try {
      const found: unknown = this.#statement.get(...(parameters as SQLInputValue[]))
      return found === undefined ? undefined : this.#toRow(found as unknown[])
    } catch (error) {
      throw sqliteStoreProblem(error)
    }
  }

  run(parameters: readonly unknown[]): Outcome {
    if (this.#toRow !== null) return { rows: this.all(parameters), changes: null, lastId: null }
    try {
      const { changes, lastInsertRowid } = this.#statement.run(...(parameters as SQLInputValue[]))
      return { rows: [], changes, lastId: lastInsertRowid }
    } catch (error) {
      throw sqliteStoreProblem(error)
    }
  }
}

/** True for a text that cannot change anything; judged by its words, so false for some that cannot either. */
export function onlyReads(sql: string): boolean {
  if (/^\s*with\b/i.test(sql)) return !/\b(?:insert|update|delete|replace)\b/i.test(sql)
  return /^\s*(?:select|values|explain)\b/i.test(sql)
}
