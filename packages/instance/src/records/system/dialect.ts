import type { StoreEngine } from '@millwright/connector/engine/engine'
import { createLruCache } from '../../platform/cache.ts'
import type { RecordDialect } from '../table-model.ts'

/** SQL of the store's engine for records of the system. SQL is written with `?` per bound value and finished once before it is cached. */
export interface Dialect {
  /** Whether several nodes can use the database; then a long read does not hold the process. */
  readonly isShared: boolean
  /** Replaces `?` by the engine's placeholders. */
  finish(sql: string): string
  /** Returns a condition that the expression is in a list, which is bound as one value. */
  among(expression: string, type: KeyType): string
  list(values: readonly Key[]): unknown
  /** Dialect for reads of records; its LIKE ignores case. */
  readonly records: RecordDialect
  /** Appended to an ascending and a descending term of an order: nulls come first in the former, last in the latter. */
  readonly nulls: { readonly asc: string; readonly desc: string }
  /** Appended to a select in a transaction that is about to update the row. */
  readonly lock: string
}

export type KeyType = 'number' | 'text'
export type Key = number | string

const dialects = new WeakMap<StoreEngine, Dialect>()

export function dialectOf(engine: StoreEngine): Dialect {
  const known = dialects.get(engine)
  if (known !== undefined) return known
  const dialect = derived(engine)
  dialects.set(engine, dialect)
  return dialect
}

function derived({ dialect, store }: StoreEngine): Dialect {
  const { among } = dialect
  if (among === null) throw new Error('An engine of the store binds lists as one value')
  const isNumbered = dialect.placeholder(1) !== '?'
  return {
    isShared: store.isShared,
    finish: isNumbered ? numbered(dialect.placeholder) : (sql) => sql,
    among: (expression, type) => among.sql(expression, '?', type === 'number' ? 'integer' : 'text'),
    list: (values) => among.list(values),
    records: { ...dialect, like: store.like },
    nulls: store.nulls,
    lock: store.lock,
  }
}

/** Replaces `?` by numbered placeholders; results are cached, as hot paths request the same texts repeatedly. */
function numbered(placeholder: (index: number) => string): (sql: string) => string {
  const texts = createLruCache<string, string>(1000)
  return (sql) => {
    const known = texts.get(sql)
    if (known !== undefined) return known
    let position = 0
    const text = sql.replaceAll('?', () => {
      position += 1
      return placeholder(position)
    })
    texts.set(sql, text)
    return text
  }
}

/** Quotes an identifier from our own code; never one from a request. */
export function quoted(name: string): string {
  return `"${name}"`
}
