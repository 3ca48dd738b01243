import type { Statement } from '@millwright/connector/engine/statement'
import { parseFilter } from '@millwright/contract/filter/parse'
import { searchIndexes } from '../../store/search-indexes.ts'
import type { FilterScope } from '../filter-sql.ts'
import type { SqlText } from '../sql-text.ts'
import type { Condition } from '../where.ts'
import type { DeclaredTable } from './declared-table.ts'
import { type Dialect, quoted } from './dialect.ts'
import type { IdSpan } from './row-counts.ts'
import { searchTerms } from './search-terms.ts'

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
