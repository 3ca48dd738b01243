import { createLruCache } from '../../platform/cache.ts'
import type { Store } from '../../store/store.ts'

/** Where the two engines differ. SQL is written with `?` for each bound value and finished once, before it is kept. */
export interface Dialect {
  /** Puts the engine's placeholders for `?`. */
  finish(sql: string): string
  /** A condition that holds when the expression is one of a list, which is bound as one value. */
  among(expression: string, type: KeyType): string
  list(values: readonly Key[]): unknown
  /** A number as the text that it is written as. */
  asText(expression: string): string
  /** Ignores case; the escape character is a backslash. */
  like(expression: string): string
  /** A bound number of any size that JavaScript holds exactly. */
  readonly integer: string
  /** Appended to an ascending and to a descending term of an order: nulls come first in the one, last in the other. */
  readonly nulls: { readonly asc: string; readonly desc: string }
  /** Appended to a select inside a transaction whose row is about to change. */
  readonly lock: string
}

export type KeyType = 'number' | 'text'
export type Key = number | string

const sqlite: Dialect = {
  finish: (sql) => sql,
  among: (expression) => `${expression} IN (SELECT value FROM json_each(?))`,
  list: (values) => JSON.stringify(values),
  asText: (expression) => `CAST(${expression} AS TEXT)`,
  like: (expression) => `${expression} LIKE ? ESCAPE '\\'`,
  integer: '?',
  nulls: { asc: '', desc: '' },
  lock: '',
}

const postgres: Dialect = {
  finish: numbered,
  among: (expression, type) => `${expression} = ANY(?::${type === 'number' ? 'bigint' : 'text'}[])`,
  list: (values) => values,
  asText: (expression) => `CAST(${expression} AS TEXT)`,
  like: (expression) => `${expression} ILIKE ? ESCAPE '\\'`,
  integer: '?::bigint',
  nulls: { asc: ' NULLS FIRST', desc: ' NULLS LAST' },
  lock: ' FOR UPDATE',
}

const numberedTexts = createLruCache<string, string>(1000)

function numbered(sql: string): string {
  const known = numberedTexts.get(sql)
  if (known !== undefined) return known
  let position = 0
  const text = sql.replaceAll('?', () => {
    position += 1
    return `$${position}`
  })
  numberedTexts.set(sql, text)
  return text
}

export function dialectOf(engine: Store['engine']): Dialect {
  return engine === 'sqlite' ? sqlite : postgres
}

/** A name of ours as an identifier; never a name that came with a request. */
export function quoted(name: string): string {
  return `"${name}"`
}
