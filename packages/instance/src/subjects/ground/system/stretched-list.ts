import { setImmediate } from 'node:timers/promises'
import type { CompareOperator, FilterNode } from '@millwright/contract/filter/node'
import type { ResourceQuery } from '../../../records/system/resource-plan.ts'
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
 * the order of their keys, and other requests are answered in between.
 */
export async function readStretched(asked: Asked, limit: number, offset: number): Promise<readonly Row[]> {
  const { reader, query, request } = asked
  const way = wayOf(asked)
  const ranges = way === null || limit + offset > longest ? null : await rangesOf(asked)
  if (ranges === null) return reader.list(await reader.planFor(query, request), limit, offset, request)
  const rows: Row[] = []
  for (const within of way === 'desc' ? ranges.toReversed() : ranges) {
    const plan = await reader.planFor({ ...query, within }, request)
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
  if (ranges === null) return reader.count(await reader.planFor(query, request))
  let count = 0
  for (const within of ranges) {
    if (request.isGivenUp?.()) break
    count += await reader.count(await reader.planFor({ ...query, within }, request))
    await setImmediate()
  }
  return count
}

/** The direction of an order by key alone, `null` for any other. */
function wayOf({ query: { order }, key }: Asked): 'asc' | 'desc' | null {
  const [name, way = 'asc', ...more] = (order ?? key).trim().toLowerCase().split(/\s+/)
  return name === key && more.length === 0 && (way === 'asc' || way === 'desc') ? way : null
}

/** Conditions that divide the rows by their keys; `null` if all are read at once. */
async function rangesOf({ reader, query, key }: Asked): Promise<readonly FilterNode[] | null> {
  if (query.filter === undefined || query.group !== undefined) return null
  const keys = await reader.keys()
  if (keys === null || keys.last - keys.first < stretch) return null
  const step = Math.max(stretch, Math.ceil((keys.last - keys.first) / mostReads))
  const ranges: FilterNode[] = []
  const compare = (operator: CompareOperator, value: number): FilterNode => ({
    ...{ kind: 'compare', field: key, operator },
    value: { kind: 'text', text: String(value) },
  })
  for (let from = keys.first; from <= keys.last; from += step) {
    const own = [compare('>=', from), compare('<', from + step)]
    ranges.push({ kind: 'and', operands: query.within === undefined ? own : [query.within, ...own] })
  }
  return ranges
}
