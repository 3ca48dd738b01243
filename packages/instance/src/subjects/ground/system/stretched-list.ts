import { setImmediate } from 'node:timers/promises'
import type { ResourceQuery } from '../../../records/system/resource-plan.ts'
import type { IdSpan } from '../../../records/system/row-counts.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Reader } from './reader.ts'

/** Keys per read, so few that other requests wait for some hundredths of a second. */
const stretch = 50_000
/** Keys may have large gaps; then a read has more of them. */
const mostReads = 1_000
/** Longer pages are read at once. */
const longest = 1_000

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
export async function readStretched(asked: Asked, limit: number, offset: number): Promise<readonly Row[]> {
  const { reader, query, request } = asked
  const way = wayOf(asked)
  const ranges = way === null || limit + offset > longest ? null : await rangesOf(asked)
  if (ranges === null) {
    const plan = await reader.planFor(query, request)
    const near = way === null || query.filter !== undefined ? null : await reader.placeAt(plan, way, offset)
    if (near === null) return reader.list(plan, limit, offset, request)
    return reader.list(await reader.planFor({ ...query, span: near.span }, request), limit, near.offset, request)
  }
  const rows: Row[] = []
  for (const span of way === 'desc' ? ranges.toReversed() : ranges) {
    const plan = await reader.planFor({ ...query, span }, request)
    rows.push(...(await reader.list(plan, limit + offset - rows.length, 0, request)))
    if (rows.length === limit + offset || request.isGivenUp?.()) break
    await setImmediate()
  }
  return rows.slice(offset)
}

/** Counts likewise. */
export async function countStretched(asked: Asked): Promise<number> {
  const { reader, query, request } = asked
  const ranges = await rangesOf(asked)
  if (ranges === null) {
    const plan = await reader.planFor(query, request)
    return query.filter === undefined && query.group === undefined ? reader.countWhole(plan) : reader.count(plan)
  }
  let count = 0
  for (const span of ranges) {
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

/** Spans that divide the rows by their keys; `null` if all are read at once. */
async function rangesOf({ reader, query }: Asked): Promise<readonly IdSpan[] | null> {
  if (query.filter === undefined || query.group !== undefined) return null
  const keys = await reader.keys()
  if (keys === null || keys.last - keys.first < stretch) return null
  const step = Math.max(stretch, Math.ceil((keys.last - keys.first) / mostReads))
  const ranges: IdSpan[] = []
  for (let from = keys.first; from <= keys.last; from += step) ranges.push({ from, to: from + step })
  return ranges
}
