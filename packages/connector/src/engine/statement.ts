/** Values that drivers accept as they are; every other value of the wire is converted to one of these first. */
export type BoundValue = string | number | bigint | boolean | null | Uint8Array

/** SQL in the engine's dialect, and the values of its placeholders in order. */
export interface Statement {
  readonly sql: string
  readonly values: readonly BoundValue[]
  /**
   * Most bytes that the rows may take together. Engines that can end a statement before its last row throw `tooManyBytes()` then; others
   * return all rows.
   */
  readonly mostBytes?: number
  /** Whether values may be in several rows, which can then take more than the whole database. */
  readonly mayRepeat?: boolean
}

/**
 * A row as every engine returns it, by the column names of the statement: texts, numbers, booleans, bytes and null. Integers
 * beyond 2^53 are bigints; decimals, dates and times are the text that the database prints.
 */
export type DatabaseRow = Record<string, unknown>

export interface Outcome {
  readonly rows: DatabaseRow[]
  /** Number of rows affected by a write. */
  readonly changes: number
  /** The generated number of the last inserted row; `null` if the database does not return it. */
  readonly insertedId: number | bigint | null
  /** All row sets of a routine that returns several; `rows` is the first. */
  readonly sets?: readonly (readonly DatabaseRow[])[]
}

/** Engines in this process return synchronously, which saves hot paths a turn of the event loop. */
export type MaybePromise<T> = T | Promise<T>
