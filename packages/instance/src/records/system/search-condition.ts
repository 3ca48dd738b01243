import type { Statement } from '@millwright/connector/engine/statement'
import type { FilterNode } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import { searchIndexes } from '../../store/search-indexes.ts'
import { type FilterScope, patternIn } from '../filter-sql.ts'
import type { SqlText } from '../sql-text.ts'
import type { Condition } from '../where.ts'
import type { DeclaredTable } from './declared-table.ts'
import { type Dialect, quoted } from './dialect.ts'
import type { IdSpan } from './row-counts.ts'

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
  const [entries, missing] = [quoted(`${table}_search`), quoted(`${table}_unsearched`)]
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
