import { collectionQuery } from '../../../instance/collections.ts'
import { instanceUrl } from '../../../instance/send.ts'
import type { Params } from '../../../instance/transport.ts'
import type { Sort } from '../../records/list-declaration/declaration.ts'
import { defaultPageSize, type ListSearch } from '../../records/list-declaration/list-search.ts'
import { type ListMemory, memoryKey, readMemory } from './list-memory.ts'

/** The query of a list. */
export interface ListQuery {
  readonly collection: string
  readonly filter: string | null
  /** Further request parameters that narrow it, if any. */
  readonly narrowed?: Params
  readonly sort: Sort | null
  readonly related: readonly string[]
  readonly limit: number
  readonly offset: number
}

/** The parts of a list's declaration that its query depends on without search, filter or sort. */
export interface PlainList {
  /** Path below `system/`. */
  readonly collection: string
  readonly related?: readonly string[]
  /** Default sort order; by id if absent. */
  readonly sort?: Sort
  readonly pageSize?: number
}

export function pageSizeOf(list: Pick<PlainList, 'pageSize'>, search: ListSearch, memory: ListMemory): number {
  return search.pageSize ?? memory.pageSize ?? list.pageSize ?? defaultPageSize
}

export function plainQuestion(list: PlainList, search: ListSearch, memory: ListMemory): ListQuery {
  const limit = pageSizeOf(list, search, memory)
  return {
    collection: list.collection,
    filter: null,
    sort: list.sort ?? null,
    related: list.related ?? [],
    limit,
    offset: ((search.page ?? 1) - 1) * limit,
  }
}

/** The request parameters of a query. One row more than the page is requested to detect a next page without a count. */
export function rowsParams({ filter, narrowed, sort, related, limit, offset }: ListQuery, withOrder = true): Params {
  return {
    limit: limit + 1,
    ...(offset > 0 && { offset }),
    ...(sort && withOrder && { order: `${sort.field} ${sort.down ? 'DESC' : 'ASC'}` }),
    ...(filter !== null && { filter }),
    ...narrowed,
    ...(related.length > 0 && { related: related.join(',') }),
  }
}

/** Whether a query is filtered. */
export const isNarrowed = ({ filter, narrowed }: ListQuery): boolean => filter !== null || narrowed !== undefined

/** The list settings stored in this browser. */
export function memoryOf(collection: string): ListMemory {
  return readMemory(localStorage, memoryKey(instanceUrl(''), collection))
}

/**
 * The first page of a list, to load in parallel with the list's code. Returns `null` for a URL with search, filter or sort, which only the
 * list can translate.
 */
export function firstPageQuery(list: PlainList, search: ListSearch) {
  if (search.filter || search.where || search.sort) return null
  return collectionQuery(
    `system/${list.collection}`,
    rowsParams(plainQuestion(list, search, memoryOf(list.collection))),
  )
}
