import { collectionQuery } from '../../instance/collections.ts'
import { instanceAddress } from '../../instance/send.ts'
import type { Params } from '../../instance/transport.ts'
import { type ListMemory, memoryKey, readMemory } from './list-memory.ts'
import { defaultPageSize, type ListSearch } from './list-search.ts'
import type { Sort } from './sort.ts'

/** The question that a list asks the server. */
export interface ListQuestion {
  readonly collection: string
  readonly filter: string | null
  /** What else narrows it, as parameters; absent: nothing. */
  readonly narrowed?: Params
  readonly sort: Sort | null
  readonly related: readonly string[]
  readonly limit: number
  readonly offset: number
}

/** As much of a list's declaration as its question depends on while nobody searches, filters or sorts. */
export interface PlainList {
  /** Under `system/`. */
  readonly collection: string
  readonly related?: readonly string[]
  /** The order while nobody chose one; by number when absent. */
  readonly sort?: Sort
  readonly pageSize?: number
}

export function pageSizeOf(list: Pick<PlainList, 'pageSize'>, search: ListSearch, memory: ListMemory): number {
  return search.pageSize ?? memory.pageSize ?? list.pageSize ?? defaultPageSize
}

export function plainQuestion(list: PlainList, search: ListSearch, memory: ListMemory): ListQuestion {
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

/** How a question travels. One row more than the page holds tells whether there is a next page, without a count. */
export function rowsParams({ filter, narrowed, sort, related, limit, offset }: ListQuestion, withOrder = true): Params {
  return {
    limit: limit + 1,
    ...(offset > 0 && { offset }),
    ...(sort && withOrder && { order: `${sort.field} ${sort.down ? 'DESC' : 'ASC'}` }),
    ...(filter !== null && { filter }),
    ...narrowed,
    ...(related.length > 0 && { related: related.join(',') }),
  }
}

/** Whether a list shows less than there is. */
export const isNarrowed = ({ filter, narrowed }: ListQuestion): boolean => filter !== null || narrowed !== undefined

/** What the list at this address remembers in this browser. */
export function memoryOf(collection: string): ListMemory {
  return readMemory(localStorage, memoryKey(instanceAddress(''), collection))
}

/**
 * The page that a list begins with, to be read while the code of the list is still on its way; null at an address that searches, filters or
 * sorts, for only the list knows how its columns do so.
 */
export function firstPageQuery(list: PlainList, search: ListSearch) {
  if (search.filter || search.where || search.sort) return null
  return collectionQuery(
    `system/${list.collection}`,
    rowsParams(plainQuestion(list, search, memoryOf(list.collection))),
  )
}
