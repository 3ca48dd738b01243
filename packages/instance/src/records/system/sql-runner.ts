import type { Statements } from '../../store/store.ts'
import type { RowSource } from '../record-reader.ts'
import type { Dialect } from './dialect.ts'

export type Row = Record<string, unknown>
/** At once on SQLite. */
export type FirstRow = Promise<Row | undefined> | Row | undefined

/** Runs SQL with `?` placeholders inside one transaction. */
export interface Tx {
  readonly dialect: Dialect
  all(sql: string, ...values: readonly unknown[]): Promise<Row[]> | Row[]
  first(sql: string, ...values: readonly unknown[]): FirstRow
}

/** What is committed in a store, for reads of records. */
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
    dialect,
    all: (sql, ...values) => statements.all<Row>(dialect.finish(sql), values),
    first: (sql, ...values) => statements.first<Row>(dialect.finish(sql), values),
  }
}
