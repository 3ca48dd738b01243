import type { StatementSync } from 'node:sqlite'
import { bytesOf, type Row, rowShape, TooManyBytes } from '@millwright/connector/engine/rows'
import type { BoundValue, Outcome } from '@millwright/connector/engine/statement'

/** A prepared statement that returns integers of any size exactly. */
export class SqliteStatement {
  readonly reads: boolean
  /** The declared types of the columns that it returns, in lower case, by name; `null` for expressions and columns without a type. */
  readonly declaredTypes: () => ReadonlyMap<string, string | null>
  readonly #statement: StatementSync
  readonly #toRow: ((values: ArrayLike<unknown>) => Row) | null
  /**
   * Whether integers are returned as bigints: always for writes, which cannot be repeated; for reads after the first one that
   * needs it.
   */
  #exact: boolean

  readonly #problem: StatementOptions['problem']
  readonly #patiently: StatementContext['patiently']

  constructor(statement: StatementSync, sql: string, { largeIntegers, problem, patiently }: StatementContext) {
    this.#statement = statement
    this.#problem = problem
    this.#patiently = patiently
    this.reads = onlyReads(sql)
    this.declaredTypes = () => new Map(statement.columns().map(({ name, type }) => [name, type?.toLowerCase() ?? null]))
    const columns = statement.columns().map((column) => column.name)
    this.#toRow = columns.length === 0 ? null : rowShape(columns)
    statement.setReturnArrays(true)
    this.#exact = largeIntegers && !this.reads && this.#toRow !== null
    if (this.#exact) statement.setReadBigInts(true)
  }

  /** `insertedId` is a double, which is exact up to 2^53. */
  run(values: readonly SqliteValue[]): Outcome {
    try {
      return this.#patiently(() => this.attempt(values))
    } catch (error) {
      throw this.#problem(error)
    }
  }

  /** Like `run`, but throws SQLite's own errors, and at once if another program locks the file. */
  attempt(values: readonly SqliteValue[]): Outcome {
    const toRow = this.#toRow
    if (toRow === null) {
      const { changes, lastInsertRowid } = this.#statement.run(...values)
      return { rows: [], changes: Number(changes), insertedId: plainInteger(lastInsertRowid) }
    }
    const rows = this.#withLargeIntegers((each) => this.#all(values).map(each))
    return { rows, changes: rows.length, insertedId: null }
  }

  /** Like `run` for a read, but throws `TooManyBytes` as soon as the rows take more than `most` bytes together. */
  within(most: number, values: readonly SqliteValue[]): Outcome {
    const rows = this.#withLargeIntegers((toRow) => this.#rowsWithin(most, values, toRow))
    return { rows, changes: rows.length, insertedId: null }
  }

  #rowsWithin(most: number, values: readonly SqliteValue[], toRow: (values: unknown[]) => Row): Row[] {
    const rows: Row[] = []
    let bytes = 0
    for (const found of this.#statement.iterate(...values) as Iterable<unknown>) {
      const row = toRow(found as unknown[])
      bytes += bytesOf(row)
      if (bytes > most) throw new TooManyBytes()
      rows.push(row)
    }
    return rows
  }

  all(values: readonly SqliteValue[]): Row[] {
    return this.run(values).rows
  }

  first(values: readonly SqliteValue[]): Row | undefined {
    const toRow = this.#toRow
    if (toRow === null || this.#exact) return this.run(values).rows[0]
    try {
      const found: unknown = this.#patiently(() => this.#statement.get(...values))
      return found === undefined ? undefined : toRow(found as unknown[])
    } catch (error) {
      throw this.#problem(error)
    }
  }

  /** Reads rows, again with bigints if one has an integer that a double cannot represent. */
  #withLargeIntegers(read: (toRow: (values: unknown[]) => Row) => Row[]): Row[] {
    const toRow = this.#toRow
    if (toRow === null) return []
    if (!this.#exact) {
      try {
        return read(toRow)
      } catch (error) {
        if (!isTooLarge(error)) throw error
        this.#beExact()
      }
    }
    return read((values) => toRow(plainIntegers(values)))
  }

  #all(values: readonly SqliteValue[]): unknown[][] {
    const found: unknown = this.#statement.all(...values)
    return found as unknown[][]
  }

  /** Yields rows one by one. The connection sees the same snapshot from the first to the last. */
  *iterate(values: readonly SqliteValue[]): IterableIterator<Row> {
    const toRow = this.#toRow
    if (toRow === null) return
    if (!this.#exact) this.#beExact()
    const found: Iterable<unknown> = this.#statement.iterate(...values)
    for (const row of found) yield toRow(plainIntegers(row as unknown[]))
  }

  #beExact(): void {
    this.#statement.setReadBigInts(true)
    this.#exact = true
  }
}

interface StatementContext extends StatementOptions {
  /** Runs work again, and waits, if another program locks the file. */
  readonly patiently: <T>(work: () => T) => T
}

export interface StatementOptions {
  /** Whether a write may return integers beyond 2^53. */
  readonly largeIntegers: boolean
  /** Converts a failure to what is thrown. */
  readonly problem: (error: unknown) => unknown
}

/** Whether a statement certainly changes nothing; judged by its words, so also false for some that do not. */
export function onlyReads(sql: string): boolean {
  if (/^\s*with\b/i.test(sql)) return !/\b(?:insert|update|delete|replace)\b/i.test(sql)
  return /^\s*(?:select|values|explain)\b/i.test(sql)
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'
}

export type SqliteValue = string | number | bigint | null | Uint8Array

/**
 * Converts values for node:sqlite, which does not accept booleans and stores every number as a float, even in untyped columns,
 * unless it is a bigint.
 */
export function sqliteValues(values: readonly BoundValue[]): SqliteValue[] {
  const bound = new Array<SqliteValue>(values.length)
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? null
    if (typeof value === 'number') bound[index] = Number.isSafeInteger(value) ? BigInt(value) : value
    else if (typeof value === 'boolean') bound[index] = value ? 1n : 0n
    else bound[index] = value
  }
  return bound
}

/** Converts bigints in the values of a row to numbers, in place, if a double can represent them. */
export function plainIntegers(values: unknown[]): unknown[] {
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    if (typeof value === 'bigint') values[index] = plainInteger(value)
  }
  return values
}

export function plainInteger(value: number | bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
