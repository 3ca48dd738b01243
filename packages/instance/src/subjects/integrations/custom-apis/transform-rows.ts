import type { Comparison, TransformOperation } from '@millwright/contract/records/execution-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Row } from '../../../records/system/sql-runner.ts'

/** Applies the operations of a transform step to a list, to `{resource: […]}`, or to a record. */
export function transformed(value: unknown, operations: readonly TransformOperation[]): unknown {
  return operations.reduce<unknown>(applied, value)
}

function applied(value: unknown, operation: TransformOperation): unknown {
  switch (operation.op) {
    case 'pick':
      return eachRecord(value, (row) => picked(row, (name) => operation.fields.includes(name)))
    case 'omit':
      return eachRecord(value, (row) => picked(row, (name) => !operation.fields.includes(name)))
    case 'rename':
      return renamed(value, operation.map)
    case 'defaults':
      return eachRecord(value, (row) => ({ ...operation.values, ...row }))
    case 'filter':
      return ofList(value, (rows) =>
        rows.filter((row) => matches(memberOf(row, operation.field), operation.cmp ?? 'eq', operation.value)),
      )
    case 'sort':
      return ofList(value, (rows) => sorted(rows, operation.by, operation.dir === 'desc' ? -1 : 1))
    case 'limit':
      return ofList(value, (rows) => rows.slice(0, operation.count))
    case 'first':
      return listOf(value) === null ? value : (listOf(value)?.[0] ?? null)
    case 'count':
      return { count: listOf(value)?.length ?? (value === null ? 0 : 1) }
    case 'wrap':
      return { [operation.key ?? 'data']: value }
    case 'unwrap':
      return memberOf(value, operation.key ?? 'resource')
  }
}

/** Gives members of records other names, as `aliases` of steps do. */
export function renamed(value: unknown, names: Readonly<Record<string, string>>): unknown {
  const nameOf = (name: string) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)
  return eachRecord(value, (row) => Object.fromEntries(Object.entries(row).map(([name, each]) => [nameOf(name), each])))
}

function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  return isRecord(value) && Array.isArray(value.resource) ? value.resource : null
}

function ofList(value: unknown, change: (rows: readonly unknown[]) => readonly unknown[]): unknown {
  const rows = listOf(value)
  if (rows === null) return value
  return Array.isArray(value) ? change(rows) : { ...(isRecord(value) ? value : {}), resource: change(rows) }
}

function eachRecord(value: unknown, change: (row: Row) => Row): unknown {
  if (listOf(value) !== null) return ofList(value, (rows) => rows.map((row) => (isRecord(row) ? change(row) : row)))
  return isRecord(value) ? change(value) : value
}

const picked = (row: Row, keeps: (name: string) => boolean): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => keeps(name)))

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : null
}

/** Compares by the type of the value: numbers with numbers and texts with texts; others are only equal or not. */
function matches(value: unknown, cmp: Comparison, other: unknown): boolean {
  switch (cmp) {
    case 'eq':
      return isEqual(value, other)
    case 'ne':
      return !isEqual(value, other)
    case 'contains':
      return typeof value === 'string' && value.includes(String(other ?? ''))
    case 'in':
      return Array.isArray(other) && other.some((each) => isEqual(value, each))
    default: {
      const order = compared(value, typeof value === 'number' ? numberOf(other) : other)
      if (order === null) return false
      return cmp === 'gt' ? order > 0 : cmp === 'gte' ? order >= 0 : cmp === 'lt' ? order < 0 : order <= 0
    }
  }
}

/** Values from a query are texts. */
const numberOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value)

function isEqual(one: unknown, other: unknown): boolean {
  return typeof one === 'number' ? one === numberOf(other) : JSON.stringify(one) === JSON.stringify(other)
}

/** `null`: they cannot be compared. */
function compared(one: unknown, other: unknown): number | null {
  if (typeof one === 'number' && typeof other === 'number' && !Number.isNaN(other)) return one - other
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : one > other ? 1 : 0
  return null
}

const kinds = ['boolean', 'number', 'string', 'object']

/** Sorts values of one type by their order, and others by their type; absent ones are last. */
function sorted(rows: readonly unknown[], by: string, direction: 1 | -1): unknown[] {
  return rows.toSorted((one, other) => {
    const first = memberOf(one, by)
    const second = memberOf(other, by)
    if (first === null || second === null) return first === second ? 0 : first === null ? 1 : -1
    return direction * (compared(first, second) ?? kinds.indexOf(typeof first) - kinds.indexOf(typeof second))
  })
}
