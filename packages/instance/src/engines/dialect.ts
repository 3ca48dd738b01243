import type { TableName } from './catalog.ts'
import type { Statement } from './statement.ts'

/** How an engine spells what all engines can do. Pure. */
export interface Dialect {
  /** A name as an identifier, whatever characters it has. */
  quote(name: string): string
  table(name: TableName): string
  /** `?`, `$1`, `@p1`; `index` counts from 1. */
  placeholder(index: number): string
  /** Page of a query that has its ORDER BY already, by numbers or placeholders; `ordered` false: SQL Server adds one that changes nothing. */
  page(limit: number | string, offset: number | string, ordered: boolean): string
  /**
   * From which offset on a page is found by the keys of its records, which are joined with the table: where rows that are passed over
   * cost as much as those that are answered. Null: they do not.
   */
  readonly keysFirstFrom: number | null
  /** How to get what a write made: in the same statement, or by reading again. */
  readonly returning: {
    readonly insert: ReturningClause
    readonly update: ReturningClause
    readonly delete: ReturningClause
  }
  /** Asks for the number that the next row would get; null where inserts can always tell. */
  readonly nextNumber: ((table: TableName, column: string) => Statement) | null
  /** `ORDER BY x NULLS FIRST`, or null where the engine cannot say it and it has to be spelled as a CASE. */
  readonly nullsOrder: boolean
  /** LIKE with backslash as the escape character of its pattern. */
  like(column: string, placeholder: string): string
  /** Greatest number of placeholders in one statement. */
  readonly maxValues: number
  /** Whether true and false are values of their own, or 1 and 0. */
  readonly booleans: boolean
  /** Marks in a transaction to which it can go back; `release` is null where marks need no end. */
  readonly savepoint: {
    set(name: string): string
    rollback(name: string): string
    release(name: string): string | null
  }
}

export type ReturningClause = 'returning' | 'output' | 'none'
