import type { WireRecord } from '../../records/list-declaration/declaration.ts'
import type { Sort } from '../../records/list-declaration/sort.ts'

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
