import type { Comparison, TransformOperation } from '@millwright/contract/records/execution-plan'
import type { FilterOperator } from '@millwright/contract/records/role'

export type OperationName = TransformOperation['op']

/** The operations of a transform, those on fields first. */
export const operationNames = [
  'pick',
  'omit',
  'rename',
  'defaults',
  'filter',
  'sort',
  'limit',
  'first',
  'count',
  'wrap',
  'unwrap',
] as const satisfies readonly OperationName[]

/** An operation to be filled in. */
export function newOperation(op: OperationName): TransformOperation {
  switch (op) {
    case 'pick':
    case 'omit':
      return { op, fields: [] }
    case 'rename':
      return { op, map: {} }
    case 'defaults':
      return { op, values: {} }
    case 'filter':
      return { op, field: '', cmp: 'eq', value: '' }
    case 'sort':
      return { op, by: '', dir: 'asc' }
    case 'limit':
      return { op, count: 10 }
    default:
      return { op }
  }
}

/** `name=title, id=number` as pairs. */
export function pairsOf(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((part) => {
    const [name = '', ...value] = part.split('=')
    return name.trim() === '' ? [] : [[name.trim(), value.join('=').trim()] as const]
  })
  return Object.fromEntries(pairs)
}

export function pairText(pairs: Readonly<Record<string, unknown>>): string {
  return Object.entries(pairs)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

/** `id, name` as a list. */
export function namesOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

export function printNames(names: readonly string[]): string {
  return names.join(', ')
}

/** Comparisons as conditions name them. */
export const operatorOf = {
  eq: '=',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  contains: 'contains',
  in: 'in',
} as const satisfies Record<Comparison, FilterOperator>
