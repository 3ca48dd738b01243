import { CompiledQuery, type Transaction } from 'kysely'
import type { Store } from '../store/store.ts'
import type { Tables } from '../store/tables.ts'
import { type Dialect, dialectOf } from './dialect.ts'

export type Row = Record<string, unknown>

/** Runs SQL with `?` placeholders inside one transaction. */
export interface Tx {
  readonly dialect: Dialect
  all(sql: string, ...values: readonly unknown[]): Promise<Row[]>
  first(sql: string, ...values: readonly unknown[]): Promise<Row | undefined>
}

export function transactionOf(store: Store, tx: Transaction<Tables>): Tx {
  const dialect = dialectOf(store.engine)
  const all = async (sql: string, ...values: readonly unknown[]): Promise<Row[]> =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(dialect.finish(sql), [...values]))).rows
  return { dialect, all, first: async (sql, ...values) => (await all(sql, ...values))[0] }
}
