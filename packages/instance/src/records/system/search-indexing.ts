import { type SearchIndex, searchIndexes } from '../../store/search-indexes.ts'
import type { Store } from '../../store/store.ts'
import { dialectOf, quoted } from './dialect.ts'

/** Rows whose texts are indexed together, which bounds how long other writes wait. */
const rowsAtOnce = 3_000
/** So few entries that searches look at their rows instead. */
const tolerated = 250

/**
 * Returns functions that bring the entries of some rows up to date, one per index of texts. They resolve to `false` once searches do not
 * need more.
 */
export function createIndexing(store: Pick<Store, 'engine' | 'statements' | 'write'>): (() => Promise<boolean>)[] {
  if (dialectOf(store.engine).isShared) return []
  return Object.entries(searchIndexes).map(([table, index]) => indexingOf(store, table, index))
}

function indexingOf(
  store: Pick<Store, 'statements' | 'write'>,
  table: string,
  { columns, shift }: SearchIndex,
): () => Promise<boolean> {
  const [entries, missing] = [quoted(`${table}_search`), quoted(`${table}_unsearched`)]
  const text = columns.map((name) => `coalesce("t".${quoted(name)}, '')`).join(' || char(10) || ')
  const among = '"block" BETWEEN ? AND ?'
  const waiting = `SELECT count(*) AS "number" FROM (SELECT 1 FROM ${missing} LIMIT ${tolerated})`
  const next = `SELECT min("block") AS "first", max("block") AS "last" FROM
    (SELECT "block" FROM ${missing} ORDER BY "block" DESC LIMIT ${rowsAtOnce >> shift})`
  const steps = [
    `DELETE FROM ${entries} WHERE rowid IN (SELECT "block" FROM ${missing} WHERE ${among})`,
    `INSERT INTO ${entries} (rowid, text) SELECT "block", group_concat(${text}, char(10))
      FROM ${missing} JOIN ${quoted(table)} "t" ON "t"."id" >= "block" << ${shift} AND "t"."id" < ("block" + 1) << ${shift}
      WHERE ${among} GROUP BY "block" ORDER BY "block"`,
    `DELETE FROM ${missing} WHERE ${among}`,
  ]

  return async () => {
    const known = await store.statements.first<{ number: number }>(waiting, [])
    if (known === undefined || known.number < tolerated) return false
    return store.write(async (statements) => {
      const found = await statements.first<{ first: number; last: number }>(next, [])
      if (found === undefined) return false
      for (const step of steps) await statements.all(step, [found.first, found.last])
      return true
    })
  }
}
