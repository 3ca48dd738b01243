import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionKey, collectionQuery, countQuery } from '../../../instance/collections.ts'
import { InstanceError } from '../../../instance/instance-error.ts'
import { type AdditionalData, idOf, type Sort, type WireRecord } from '../../records/list-declaration/declaration.ts'
import { type ListQuery, rowsParams } from './first-page.ts'

interface ListRows<R> {
  readonly rows: readonly R[]
  /** `false` until the first page is loaded. */
  readonly loaded: boolean
  /** Whether the rows belong to the previous query. */
  readonly stale: boolean
  readonly fetching: boolean
  readonly more: boolean
  readonly total: number | null
  readonly error: Error | null
  /** Whether the page was sorted here because the server rejected the order. */
  readonly sortedHere: boolean
  readonly refresh: () => void
}

interface RowsOptions<R> {
  /** The value to sort the page by, for a column that the server cannot sort by. */
  readonly sortValue?: ((record: R) => unknown) | undefined
  /** Milliseconds between background refreshes; none if absent. */
  readonly live?: number | undefined
  readonly beside?: AdditionalData | undefined
}

/**
 * The rows of a page and their total number. The count is a separate request that nothing waits for, and is omitted if the page has the
 * last row.
 */
export function useRows<R extends WireRecord>(
  question: ListQuery,
  { sortValue, live, beside }: RowsOptions<R> = {},
): ListRows<R> {
  const path = `system/${question.collection}`
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const sortedHere = question.sort !== null && (sortValue !== undefined || refused.has(question.sort.field))
  const query = useQuery({
    ...collectionQuery<R>(path, rowsParams(question, !sortedHere)),
    refetchInterval: live ?? false,
  })
  const read = query.data?.rows ?? []
  const { limit, offset } = question
  const current = query.data !== undefined && !query.isPlaceholderData
  const atEnd = current && read.length <= limit && (read.length > 0 || offset === 0)
  const count = useQuery({ ...countQuery(path, question.filter, 'id', question.narrowed), enabled: current && !atEnd })

  if (question.sort && !sortedHere && isRefusal(query.error)) setRefused(new Set([...refused, question.sort.field]))

  const page = useWithBeside(path, read.slice(0, limit), beside)
  return {
    rows: sortedHere && question.sort ? sortPage(page, question.sort, sortValue) : page,
    loaded: query.data !== undefined,
    stale: query.isPlaceholderData,
    // Background refreshes of a live list are not shown.
    fetching: query.isFetching && (live === undefined || query.isError),
    more: read.length > limit,
    total: atEnd ? offset + read.length : (count.data ?? null),
    error: query.error,
    sortedHere,
    refresh: () => {
      void query.refetch()
      if (!atEnd) void count.refetch()
    },
  }
}

/** Adds the additional data to the rows of a page once it is loaded. */
function useWithBeside<R extends WireRecord>(
  path: string,
  page: readonly R[],
  beside: AdditionalData | undefined,
): readonly R[] {
  const { data } = useQuery({
    queryKey: [...collectionKey(path), 'beside', beside?.key, page.map(idOf)],
    queryFn: ({ signal }) => (beside ? loadAdditionalData(beside, page, signal) : null),
    enabled: beside !== undefined && page.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return data ? joined(page, data) : page
}

/** Servers reject an unsupported order with 400, some with 500. */
function isRefusal(error: Error | null): boolean {
  return error instanceof InstanceError && error.kind === 'refused' && (error.status === 400 || error.status === 500)
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Sorts one loaded page, for servers that reject `order`, by the field or by `sortValue`. Empty values come last in both directions. */
export function sortPage<R extends WireRecord>(
  records: readonly R[],
  sort: Sort,
  sortValue: (record: R) => unknown = plainValue(sort),
): R[] {
  const turn = sort.down ? -1 : 1
  return records.toSorted((left, right) => {
    const a = sortValue(left)
    const b = sortValue(right)
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b))
    return turn * compare(a, b)
  })
}

function plainValue({ field }: Sort): (record: WireRecord) => unknown {
  return (record) => record[field]
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  return collator.compare(String(a), String(b))
}

/** Maximum number of ids in one request, since URLs are limited in length. */
const atOnce = 200

/** Adds the additional data to records. */
export async function* withBeside<R extends WireRecord>(
  pages: AsyncGenerator<readonly R[]>,
  beside: AdditionalData | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly R[]> {
  for await (const records of pages)
    yield beside ? joined(records, await loadAdditionalData(beside, records, signal)) : records
}

/** The additional data of records, by id. */
async function loadAdditionalData(
  { read }: AdditionalData,
  records: readonly WireRecord[],
  signal: AbortSignal,
): Promise<ReadonlyMap<unknown, WireRecord>> {
  const found = new Map<unknown, WireRecord>()
  for (let from = 0; from < records.length; from += atOnce) {
    const some = await read(records.slice(from, from + atOnce).map(idOf), signal)
    for (const [id, fields] of some) found.set(id, fields)
  }
  return found
}

/** Merges the additional fields into records. */
function joined<R extends WireRecord>(records: readonly R[], known: ReadonlyMap<unknown, WireRecord>): R[] {
  return records.map((record) => ({ ...record, ...known.get(idOf(record)) }))
}
