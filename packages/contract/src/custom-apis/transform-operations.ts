import { comparisons } from '../records/execution-plan.ts'
import { isRecord } from '../wire/is-record.ts'

const isNames = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string')

const isWholeNumber = (value: unknown) => Number.isInteger(value) && Number(value) >= 0

/** What the members of each operation have to be, and the sentence if they are not. */
const operations: Readonly<Record<string, (members: Record<string, unknown>) => string | null>> = {
  pick: ({ fields }) => (isNames(fields) ? null : 'fields must be a list of names.'),
  omit: ({ fields }) => (isNames(fields) ? null : 'fields must be a list of names.'),
  rename: ({ map }) => (isRecord(map) && isNames(Object.values(map)) ? null : 'map must be an object of names.'),
  defaults: ({ values }) => (isRecord(values) ? null : 'values must be an object.'),
  filter: ({ field, cmp = 'eq' }) => {
    if (typeof field !== 'string') return 'field must be a name.'
    return (comparisons as readonly unknown[]).includes(cmp) ? null : `cmp must be one of ${comparisons.join(', ')}.`
  },
  sort: ({ by, dir = 'asc' }) => {
    if (typeof by !== 'string') return 'by must be a name.'
    return dir === 'asc' || dir === 'desc' ? null : 'dir must be asc or desc.'
  },
  limit: ({ count }) => (isWholeNumber(count) ? null : 'count must be a whole number.'),
  first: () => null,
  count: () => null,
  wrap: ({ key = 'data' }) => (typeof key === 'string' ? null : 'key must be a name.'),
  unwrap: ({ key = 'resource' }) => (typeof key === 'string' ? null : 'key must be a name.'),
}

/** What is wrong with an operation of a transform step, as a sentence, or `null`. */
export function operationProblem(operation: unknown): string | null {
  if (!isRecord(operation)) return 'must be an object.'
  const check =
    typeof operation.op === 'string' && Object.hasOwn(operations, operation.op) ? operations[operation.op] : undefined
  return check === undefined ? `op must be one of ${Object.keys(operations).join(', ')}.` : check(operation)
}
