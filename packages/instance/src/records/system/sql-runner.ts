import type { Statements } from '../../store/store.ts'
import type { RowSource } from '../record-reader.ts'
import type { Dialect } from './dialect.ts'

export type Row = Record<string, unknown>
/** Synchronous on SQLite. */
export type FirstRow = Promise<Row | undefined> | Row | undefined

/** Runs statements and SQL with `?` placeholders in one transaction. */
export interface Tx extends RowSource {
  readonly dialect: Dialect
  all(sql: string, ...values: readonly unknown[]): Promise<Row[]> | Row[]
  first(sql: string, ...values: readonly unknown[]): FirstRow
}

/** Adapts the statements of a store for reads and writes of records. */
export function rowsOf(statements: Statements): RowSource {
  return {
    run({ sql, values }) {
      const rows = statements.all<Row>(sql, values)
      return rows instanceof Promise ? rows.then((found) => ({ rows: found })) : { rows }
    },
  }
}

export function transactionOf(dialect: Dialect, statements: Statements): Tx {
  return {
    ...rowsOf(statements),
    dialect,
    all: (sql, ...values) => statements.all<Row>(dialect.finish(sql), values),
    first: (sql, ...values) => statements.first<Row>(dialect.finish(sql), values),
  }
}
