import type { Statement } from '@millwright/connector/engine/statement'
import type { FilterNode } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import type { Store } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import { type FilterScope, patternIn } from '../filter-sql.ts'
import type { SqlText } from '../sql-text.ts'
import type { Condition } from '../where.ts'
import type { DeclaredTable } from './declared-table.ts'
import { type Dialect, dialectOf, quoted } from './dialect.ts'
import type { IdSpan } from './row-counts.ts'

/**
 * An index of texts by their trigrams, on SQLite: `{table}_search` has an entry of the texts of some rows, and `{table}_unsearched` the
 * numbers of entries that are not up to date. Triggers add to the latter, and each entry is made later (docs/adr/0036-search-indexes.md).
 */
export interface SearchIndex {
  /** Changed only by a migration. */
  readonly columns: readonly string[]
  /** The rows of an entry have ids that are its number when shifted right by so many bits. */
  readonly shift: number
}

/** The tables that are searched and may have millions of rows. Entries of several rows are smaller, and find less exactly. */
export const searchIndexes: { readonly [Name in TableName]?: SearchIndex } = {
  user: { columns: ['first_name', 'last_name', 'name', 'email'], shift: 0 },
  audit: { columns: ['record_name', 'resource', 'user_email', 'changed', 'address'], shift: 6 },
}

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
  const entries = quoted(`${table}_search`)
  const missing = quoted(`${table}_unsearched`)
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

/** How a filter finds rows by an index of their texts. */
export interface Search {
  /** Restricts the rows to those that the filter may match. */
  readonly condition: Condition
  /** Rows per entry of the index, at most. */
  readonly rows: number
  /** Counts the entries found, as `found`, and those that are not up to date, as `missing`; both at most up to a limit, its last value. */
  readonly probe: Statement
}

/** Returns `null` if the filter has to look at every row. */
export function searchOf(
  { table, key }: DeclaredTable,
  dialect: Dialect,
  { filter, span, scope }: { readonly filter: string; readonly span: IdSpan | undefined; readonly scope: FilterScope },
): Search | null {
  const index = dialect.isShared ? undefined : searchIndexes[table]
  const terms = index === undefined ? null : searchTerms(parseFilter(filter), index.columns, scope)
  if (index === undefined || terms === null) return null
  const { shift } = index
  const entries = quoted(`${table}_search`)
  const missing = quoted(`${table}_unsearched`)
  const found = `SELECT rowid AS "block" FROM ${entries} WHERE ${entries} MATCH ?`
  return {
    rows: 2 ** shift,
    condition(into) {
      into.add(`${quoted(key)} IN (`)
      if (shift > 0) into.add(`SELECT "t".${quoted(key)} FROM (`)
      addBlocks(
        into,
        found.replace('?', () => into.bind(terms)),
        'rowid',
        blocksIn(span, shift),
      )
      into.add(' UNION ')
      addBlocks(into, `SELECT "block" FROM ${missing} WHERE true`, '"block"', blocksIn(span, shift))
      if (shift > 0) {
        into.add(`) "e" CROSS JOIN ${quoted(table)} "t"`)
        into.add(
          ` ON "t".${quoted(key)} >= "e"."block" << ${shift} AND "t".${quoted(key)} < ("e"."block" + 1) << ${shift}`,
        )
      }
      into.add(')')
    },
    probe: {
      sql: `SELECT (SELECT count(*) FROM (${found} LIMIT ?2)) AS "found",
        (SELECT count(*) FROM (SELECT 1 FROM ${missing} LIMIT ?2)) AS "missing"`.replace('MATCH ?', 'MATCH ?1'),
      values: [terms],
    },
  }
}

function blocksIn(span: IdSpan | undefined, shift: number): IdSpan | null {
  if (span === undefined) return null
  const ids = 2 ** shift
  return { from: Math.floor(span.from / ids), to: Math.ceil(span.to / ids) }
}

/** The index of texts takes no bounds that are bound as floating-point numbers, as all numbers are. */
function addBlocks(into: SqlText, select: string, name: string, blocks: IdSpan | null): void {
  into.add(select)
  if (blocks === null) return
  into.add(` AND ${name} >= CAST(${into.bind(blocks.from)} AS INTEGER)`)
  into.add(` AND ${name} < CAST(${into.bind(blocks.to)} AS INTEGER)`)
}

/** Trigrams that a text is looked up by. More of them find hardly fewer rows. */
const mostOfText = 12
/** Trigrams of a whole filter; those with more are not looked up. */
const mostOfFilter = 200

/**
 * Returns an expression of FTS5 that finds every row that the filter may match, by the trigrams of texts in these columns; `null` if
 * there are rows without them that it matches.
 */
function searchTerms(node: FilterNode, columns: readonly string[], scope: FilterScope): string | null {
  const terms = termsOf(node, columns, scope)
  return terms === null || terms.length > mostOfFilter * '"abc" AND '.length ? null : terms
}

function termsOf(node: FilterNode, columns: readonly string[], scope: FilterScope): string | null {
  switch (node.kind) {
    case 'and': {
      const known = node.operands.flatMap((operand) => termsOf(operand, columns, scope) ?? [])
      return known.length === 0 ? null : joined(known, 'AND')
    }
    case 'or': {
      const terms = node.operands.map((operand) => termsOf(operand, columns, scope))
      const known = terms.filter((each) => each !== null)
      return known.length < terms.length ? null : joined(known, 'OR')
    }
    case 'compare': {
      const pattern = columns.includes(node.field) ? patternIn(node, scope) : null
      const trigrams = pattern === null ? [] : trigramsOf(pattern)
      return trigrams.length === 0 ? null : joined(trigrams, 'AND')
    }
    default:
      return null
  }
}

/** A search names the same text for each column. */
const joined = (terms: readonly string[], word: string) => `(${[...new Set(terms)].join(` ${word} `)})`

/** Returns trigrams that every text has that is like the pattern, as quoted texts. */
function trigramsOf(pattern: string): readonly string[] {
  const all: string[] = []
  let run: string[] = []
  for (const [part] of pattern.matchAll(/\\?./gsu)) {
    const isLiteral = part !== '%' && part !== '_'
    run = isLiteral ? [...run.slice(-2), part.length > 1 && part.startsWith('\\') ? part.slice(1) : part] : []
    if (run.length === 3) all.push(`"${run.join('').replaceAll('"', '""')}"`)
  }
  const distinct = [...new Set(all)]
  const step = Math.max(1, distinct.length / mostOfText)
  return distinct.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
}
