/** What drivers take as it is; every other value of the wire becomes one of these first. */
export type BoundValue = string | number | bigint | boolean | null | Uint8Array

/** SQL in an engine's own spelling and the values of its placeholders, in order. */
export interface Statement {
  readonly sql: string
  readonly values: readonly BoundValue[]
}

/**
 * A row as every engine answers it, by the names that the statement gave its columns: texts, numbers, booleans, bytes and null.
 * Integers beyond 2^53 are bigints; decimals, dates and times are the text that the database prints.
 */
export type DatabaseRow = Record<string, unknown>

export interface Outcome {
  readonly rows: DatabaseRow[]
  /** Rows that a write touched. */
  readonly changes: number
  /** The number that the database gave the last inserted row; null where it tells none. */
  readonly insertedId: number | bigint | null
  /** Of a call of a routine that answers several sets of rows, of which `rows` is the first. */
  readonly sets?: readonly (readonly DatabaseRow[])[]
}

/** Engines in this process answer at once, which spares hot paths a turn of the event loop. */
export type Soon<T> = T | Promise<T>
