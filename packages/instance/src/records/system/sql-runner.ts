import type { Statements } from '../../store/store.ts'
import type { RowSource } from '../record-reader.ts'
import type { Dialect } from './dialect.ts'

export type Row = Record<string, unknown>
/** At once on SQLite. */
export type FirstRow = Promise<Row | undefined> | Row | undefined

/** Runs statements inside one transaction, and SQL with `?` placeholders. */
export interface Tx extends RowSource {
  readonly dialect: Dialect
  all(sql: string, ...values: readonly unknown[]): Promise<Row[]> | Row[]
  first(sql: string, ...values: readonly unknown[]): FirstRow
}

/** What a store runs, for reads and writes of records. */
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
