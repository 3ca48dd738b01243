import { setImmediate } from 'node:timers/promises'
import type { Page } from '../../../records/read-plan.ts'
import type { ResourceQuery } from '../../../records/system/resource-plan.ts'
import type { IdSpan } from '../../../records/system/row-counts.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Keys, Reader } from './reader.ts'

/** Keys per read, so few that other requests wait for some hundredths of a second. */
const stretch = 50_000
/** Keys may have large gaps; then a read has more of them. */
const mostReads = 1_000
/** Keys of the first read of a page, as most pages are full soon. */
const firstStretch = 2_000
/** Longer pages are read in parts, also without a filter; those with more rows before them are read at once. */
const long = 1_000
/** Rows that are read at once if an index finds them. */
const few = 20_000
/** Entries of an index beyond which a filter looks at all rows, as finding them takes as long. */
const mostFound = 150_000

interface Asked {
  readonly reader: Reader
  readonly query: ResourceQuery
  readonly request: ApiRequest
  /** Name of the key. */
  readonly key: string
}

/**
 * Reads a page. Where a read holds the process, a filter that has to look at millions of rows is applied to some of them at a time, in
 * the order of their keys, and other requests are answered in between; a page far down is read from where it begins.
 */
export async function readStretched(listing: Asked, limit: number, offset: number): Promise<readonly Row[]> {
  const { reader, request } = listing
  const way = wayOf(listing)
  const { query, keys, step } = await approachTo(listing, limit > long)
  if (keys === null) return readAtOnce(listing, query, way, { limit, offset })
  if (way === null || offset > long) return readAtOnce(listing, listing.query, way, { limit, offset })
  const rows: Row[] = []
  for (const span of spansOf(keys, way, firstStretch, step)) {
    const plan = await reader.planFor({ ...query, span }, request)
    for (const row of await reader.list(plan, limit + offset - rows.length, 0, request)) rows.push(row)
    if (rows.length === limit + offset || request.isGivenUp?.()) break
    await setImmediate()
  }
  return rows.slice(offset)
}

async function readAtOnce(
  { reader, request }: Asked,
  query: ResourceQuery,
  way: 'asc' | 'desc' | null,
  { limit, offset }: Page,
): Promise<readonly Row[]> {
  const plan = await reader.planFor(query, request)
  const near = way === null || query.filter !== undefined ? null : await reader.placeAt(plan, way, offset)
  if (near === null) return reader.list(plan, limit, offset, request)
  return reader.list(await reader.planFor({ ...query, span: near.span }, request), limit, near.offset, request)
}

/** Counts likewise. */
export async function countStretched(listing: Asked): Promise<number> {
  const { reader, request } = listing
  const { query, keys, step } = await approachTo(listing, false)
  if (keys === null) {
    const plan = await reader.planFor(query, request)
    return query.filter === undefined && query.group === undefined ? reader.countWhole(plan) : reader.count(plan)
  }
  let count = 0
  for (const span of spansOf(keys, 'asc', step, step)) {
    if (request.isGivenUp?.()) break
    count += await reader.count(await reader.planFor({ ...query, span }, request))
    await setImmediate()
  }
  return count
}

/** The direction of an order by key alone, `null` for any other. */
function wayOf({ query: { order, group }, key }: Asked): 'asc' | 'desc' | null {
  const [name, way = 'asc', ...more] = (order ?? key).trim().toLowerCase().split(/\s+/)
  return group === undefined && name === key && more.length === 0 && (way === 'asc' || way === 'desc') ? way : null
}

interface Approach {
  /** Uses an index of texts if that is worth it. */
  readonly query: ResourceQuery
  /** The keys among which the rows are looked for, part by part; `null`: they are read at once. */
  readonly keys: Keys | null
  /** Keys per part, at most. */
  readonly step: number
}

/** `isLong`: very many rows are wanted. */
async function approachTo({ reader, query, request }: Asked, isLong: boolean): Promise<Approach> {
  const isFiltered = query.filter !== undefined
  const keys = query.group === undefined && (isFiltered || isLong) ? keysAfter(await reader.keys(), query) : null
  if (keys === null || keys.last - keys.first < stretch) return { query, keys: null, step: stretch }
  const all = keys.last - keys.first
  const step = Math.max(stretch, Math.ceil(all / mostReads))
  if (!isFiltered) return { query, keys, step }
  const searching: ResourceQuery = { ...query, searched: true }
  const plan = await reader.planFor(searching, request)
  if (plan.search === null) return { query, keys, step }
  const { rows } = plan.search
  const most = Math.min(mostFound, Math.ceil(all / rows / 2))
  const found = await reader.probe(plan.search, most)
  if (found >= most) return { query, keys, step }
  const parts = Math.ceil((found * rows) / few)
  return { query: searching, keys: parts <= 1 ? null : keys, step: Math.max(step, Math.ceil(all / parts)) }
}

function keysAfter(keys: Keys | null, { after }: ResourceQuery): Keys | null {
  return keys === null || typeof after !== 'number' ? keys : { ...keys, first: Math.max(keys.first, after + 1) }
}

/** Spans that divide the rows by their keys: the first has at most `start` keys, and none more than `step`. */
function* spansOf({ first, last }: Keys, way: 'asc' | 'desc', start: number, step: number): Generator<IdSpan> {
  let keys = Math.max(start, Math.ceil(step / mostReads))
  for (let done = 0; first + done <= last; done += keys, keys = Math.min(step, keys * 4)) {
    yield way === 'asc'
      ? { from: first + done, to: first + done + keys }
      : { from: last + 1 - done - keys, to: last + 1 - done }
  }
}
