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

const finished = { sqlite: new Map<string, string>(), postgres: new Map<string, string>() }
const keptTexts = 2000

function finish(store: Store, dialect: Dialect, sql: string): string {
  const kept = finished[store.engine]
  const known = kept.get(sql)
  if (known !== undefined) return known
  const text = dialect.finish(sql)
  if (kept.size >= keptTexts) kept.clear()
  kept.set(sql, text)
  return text
}

export function transactionOf(store: Store, tx: Transaction<Tables>): Tx {
  const dialect = dialectOf(store.engine)
  const all = async (sql: string, ...values: readonly unknown[]): Promise<Row[]> =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(finish(store, dialect, sql), [...values]))).rows
  return { dialect, all, first: async (sql, ...values) => (await all(sql, ...values))[0] }
}
