import { type Condition, readConditions, writeConditions } from './conditions.ts'
import type { Sort } from './declaration.ts'

export const pageSizes = [25, 50, 100, 250, 500, 1000] as const
export const defaultPageSize = 100

/** The state of a list in its URL. Absent members are defaults, so that a plain list has a plain URL. */
export interface ListSearch {
  /** The text in the search box. */
  readonly filter?: string
  /** Counted from 1. */
  readonly page?: number
  readonly pageSize?: number
  /** `name`, or `-name` for descending order. */
  readonly sort?: string
  readonly where?: string
  /** Comma-separated fields. */
  readonly columns?: string
  /** Name of the selected view. */
  readonly view?: string
}

/** Reads the search of any URL; omits invalid parts instead of failing. */
export function readListSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  const page = wholeNumber(raw.page, 2, Number.MAX_SAFE_INTEGER)
  const pageSize = wholeNumber(raw.pageSize, 1, 1000)
  const where = writeConditions(readConditions(plainText(raw.where) ?? ''))
  const filter = plainText(raw.filter)
  const sort = name(raw.sort)
  const columns = plainText(raw.columns)
  const view = plainText(raw.view)
  return {
    ...(filter && { filter }),
    ...(page && { page }),
    ...(pageSize && { pageSize }),
    ...(sort && { sort }),
    ...(where && { where }),
    ...(columns && { columns: columns.split(',').filter(Boolean).join(',') }),
    ...(view && { view }),
  }
}

export function sortOf(search: ListSearch): Sort | null {
  if (!search.sort) return null
  return search.sort.startsWith('-') ? { field: search.sort.slice(1), down: true } : { field: search.sort, down: false }
}

/** Sorts ascending on the first click, and reverses on the second. */
export function sortAfterClick(current: Sort | null, field: string): Sort {
  return { field, down: current?.field === field && !current.down }
}

export function conditionsOf(search: ListSearch): Condition[] {
  return readConditions(search.where ?? '')
}

/** Changes some members; every change except paging returns to page 1. */
export function withSearch(
  search: ListSearch,
  change: { readonly [K in keyof ListSearch]?: ListSearch[K] | undefined },
): ListSearch {
  return readListSearch({ ...search, page: undefined, ...change })
}

/** What a saved view stores: everything except the page. */
export function viewOf(search: ListSearch): ListSearch {
  const { page: _page, view: _view, ...kept } = search
  return kept
}

export function sameView(left: ListSearch, right: ListSearch): boolean {
  return JSON.stringify(sorted(viewOf(left))) === JSON.stringify(sorted(viewOf(right)))
}

function sorted(search: ListSearch): [string, unknown][] {
  return Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The router parses `?filter=12` as a number and `?filter=true` as a boolean; both were typed as text. */
function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function name(value: unknown): string | undefined {
  const text = plainText(value)
  return text && /^-?\w+$/.test(text) ? text : undefined
}

function wholeNumber(value: unknown, least: number, most: number): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most
    ? number
    : undefined
}
