import type { StoreEngine } from '../../engines/engine.ts'
import { createLruCache } from '../../platform/cache.ts'
import type { RecordDialect } from '../table-model.ts'

/** How the engine of the store spells what the records of the system need. SQL is written with `?` for each bound value and finished once, before it is kept. */
export interface Dialect {
  /** Puts the engine's placeholders for `?`. */
  finish(sql: string): string
  /** A condition that holds when the expression is one of a list, which is bound as one value. */
  among(expression: string, type: KeyType): string
  list(values: readonly Key[]): unknown
  /** How reads of records are written: LIKE ignores case. */
  readonly records: RecordDialect
  /** Appended to an ascending and to a descending term of an order: nulls come first in the one, last in the other. */
  readonly nulls: { readonly asc: string; readonly desc: string }
  /** Appended to a select inside a transaction whose row is about to change. */
  readonly lock: string
}

export type KeyType = 'number' | 'text'
export type Key = number | string

const made = new WeakMap<StoreEngine, Dialect>()

export function dialectOf(engine: StoreEngine): Dialect {
  const known = made.get(engine)
  if (known !== undefined) return known
  const dialect = derived(engine)
  made.set(engine, dialect)
  return dialect
}

function derived({ dialect, store }: StoreEngine): Dialect {
  const { among } = dialect
  if (among === null) throw new Error('An engine of the store binds lists as one value')
  const isNumbered = dialect.placeholder(1) !== '?'
  return {
    finish: isNumbered ? numbered(dialect.placeholder) : (sql) => sql,
    among: (expression, type) => among.sql(expression, '?', type === 'number' ? 'integer' : 'text'),
    list: (values) => among.list(values),
    records: { ...dialect, like: store.like },
    nulls: store.nulls,
    lock: store.lock,
  }
}

/** Puts placeholders of numbers for `?`; texts are kept, as hot paths ask for the same ones again and again. */
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

/** A name of ours as an identifier; never a name that came with a request. */
export function quoted(name: string): string {
  return `"${name}"`
}
