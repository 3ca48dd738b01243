import {
  type Column,
  filterColumns,
  type ListDeclaration,
  type WireRecord,
} from '../../records/list-declaration/declaration.ts'
import { conditionsOf, type ListSearch, sortOf } from '../../records/list-declaration/list-search.ts'
import { type ListQuery, plainQuestion } from './first-page.ts'
import { listFilter, narrowedBy } from './list-filter.ts'
import type { ListMemory } from './list-memory.ts'

export function listQuestion<R extends WireRecord>(
  declaration: Pick<
    ListDeclaration<R>,
    'collection' | 'columns' | 'filters' | 'searchFields' | 'searchNumbers' | 'related' | 'sort' | 'pageSize'
  >,
  search: ListSearch,
  memory: ListMemory,
): ListQuery {
  const columns = new Map(filterColumns(declaration).map((column) => [column.field, column]))
  const plain = plainQuestion(declaration, search, memory)
  const criteria = { conditions: conditionsOf(search), columnOf: (field: string) => columns.get(field) ?? null }
  const narrowed = narrowedBy(criteria)
  return {
    ...plain,
    filter: listFilter({
      text: search.filter ?? '',
      searchFields: declaration.searchFields,
      searchNumbers: declaration.searchNumbers ?? [],
      ...criteria,
    }),
    ...(narrowed && { narrowed }),
    sort: sortOf(search) ?? plain.sort,
  }
}

/** The columns to show: those of the URL, or else the stored choice, or else the tab's defaults, fewer on a narrow screen. */
export function shownColumns<R extends WireRecord>(
  columns: readonly Column<R>[],
  search: ListSearch,
  memory: ListMemory,
  narrow: boolean,
): readonly Column<R>[] {
  const chosen = search.columns?.split(',') ?? memory.columns
  if (chosen) {
    const found = columns.filter(({ field }) => chosen.includes(field))
    if (found.length > 0) return found
  }
  const own = columns.filter(({ hidden }) => !hidden)
  const few = own.filter((column) => column.narrow)
  return narrow && few.length > 0 ? few : own
}

/** `null` for the tab's default columns, which are omitted from the URL. */
export function columnChoice<R extends WireRecord>(
  columns: readonly Column<R>[],
  shown: readonly string[],
): string[] | null {
  const kept = columns.filter(({ field }) => shown.includes(field)).map(({ field }) => field)
  const own = columns.filter(({ hidden }) => !hidden).map(({ field }) => field)
  return kept.join() === own.join() || kept.length === 0 ? null : kept
}

export interface PagePosition {
  /** Counted from 1; both are 0 on an empty page. */
  readonly first: number
  readonly last: number
  readonly page: number
  /** `null` until the count is known. */
  readonly pages: number | null
  readonly hasNext: boolean
}

/** The position of a page, derived from its rows, whether another one follows, and the count if known. */
export function pagePosition(parts: {
  readonly page: number
  readonly pageSize: number
  readonly rows: number
  readonly more: boolean
  readonly total: number | null
}): PagePosition {
  const { page, pageSize, rows, total } = parts
  const offset = (page - 1) * pageSize
  const pages = total === null ? null : Math.max(1, Math.ceil(total / pageSize))
  return {
    first: rows === 0 ? 0 : offset + 1,
    last: rows === 0 ? 0 : offset + rows,
    page,
    pages,
    hasNext: parts.more || (pages !== null && page < pages),
  }
}
