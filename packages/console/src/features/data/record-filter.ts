import { printField, quoteText } from '@millwright/contract/filter/print'
import type { FilterOperator } from '@millwright/contract/records/role'
import { comparison } from '../../instance/comparison.ts'
import { namesInFilters } from '../../widgets/access/condition/view-operators.ts'
import type { GridSort } from '../../widgets/grid/grid-source.ts'
import { kindOf } from './field-kind.ts'
import { printValue } from './field-values.ts'
import { dataMessages } from './messages.ts'
import type { TableDescription } from './table-description.ts'
import type { WireField } from './wire-table.ts'

/** Operators of conditions in addresses and data views. */
export const recordOperators = [
  'contains',
  'starts with',
  'ends with',
  'is',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'not in',
  'null',
  'filled',
] as const
export type RecordOperator = (typeof recordOperators)[number]

const isRenamed = (operator: RecordOperator): operator is keyof typeof namesInFilters =>
  Object.hasOwn(namesInFilters, operator)

/** The operator as filters of roles name it. */
export function operatorInFilter(operator: RecordOperator): FilterOperator {
  return isRenamed(operator) ? namesInFilters[operator] : operator
}

/** One condition of a filter. */
export interface RecordCondition {
  readonly field: string
  readonly operator: RecordOperator
  readonly value: string
}

export function takesValue(operator: RecordOperator): boolean {
  return operator !== 'null' && operator !== 'filled'
}

/** Returns the filter for all conditions combined; `null` if there are none that apply to this table. */
export function recordFilter(table: TableDescription, conditions: readonly RecordCondition[]): string | null {
  const clauses = conditions.flatMap((condition) => {
    const field = table.fields.find(({ name }) => name === condition.field)
    return field ? [conditionFilter(field, condition)] : []
  })
  return together(clauses, 'AND')
}

/** Returns the text fields that are searched, limited by the maximum length of a URL. */
export function searchedFields({ fields }: TableDescription): readonly WireField[] {
  return fields.filter((field) => ['line', 'lines'].includes(kindOf(field)) && !field.is_virtual).slice(0, 30)
}

/** Returns the filter for records that contain a text, or whose key is that number; `null` for an empty text. */
export function searchFilter(table: TableDescription, text: string): string | null {
  const wanted = text.trim()
  if (wanted === '') return null
  const texts = searchedFields(table).map(({ name }) => comparison(printField(name), 'contains', wanted))
  const keys = /^-?\d{1,15}$/.test(wanted)
    ? table.fields.filter((field) => table.key.includes(field.name) && kindOf(field) === 'integer')
    : []
  return together([...keys.map(({ name }) => `${printField(name)} = ${wanted}`), ...texts], 'OR')
}

/** Combines filters with AND or OR. */
export function together(parts: readonly (string | null)[], word: 'AND' | 'OR'): string | null {
  const some = parts.filter((part) => part !== null)
  return some.length > 1 ? some.map((part) => `(${part})`).join(` ${word} `) : (some[0] ?? null)
}

/** Every server accepts 1 and 0; some compare `true` as a string. */
const truth = new Map([
  ['TRUE', '1'],
  ['FALSE', '0'],
])

function conditionFilter(field: WireField, { operator, value }: RecordCondition): string {
  const kind = kindOf(field)
  const literal = (text: string) => {
    const bare = kind === 'boolean' ? truth.get(text.toUpperCase()) : undefined
    return bare ?? (kind === 'integer' || kind === 'decimal' ? text : quoteText(text))
  }
  const name = printField(field.name)
  const isList = operator === 'in' || operator === 'not in'
  const others = isList
    ? `${name} ${operator} (${listed(value).map(literal).join(',')})`
    : comparison(name, operatorInFilter(operator), value, literal)
  // NULL is not equal to the value either, so it is included.
  const isNegative = operator === '!=' || operator === 'not in'
  return isNegative && field.allow_null !== false ? `(${others}) OR (${name} is null)` : others
}

/** The values of a list with commas. */
function listed(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** Returns why a value cannot be compared; `null` if it can. */
export function conditionProblem(field: WireField, { operator, value }: RecordCondition): string | null {
  if (!takesValue(operator)) return null
  const values = operator === 'in' || operator === 'not in' ? listed(value) : [value.trim()].filter(Boolean)
  if (values.length === 0) return dataMessages.filterValueMissing
  const kind = kindOf(field)
  if (kind === 'boolean') return /^(TRUE|FALSE)$/i.test(value) ? null : dataMessages.notBoolean
  const isNumber = kind === 'integer' || kind === 'decimal'
  return isNumber && !values.every((one) => /^-?\d+(\.\d+)?$/.test(one)) ? dataMessages.enterANumber : null
}

/**
 * Returns the order of the rows: by `sort`, then by the key, so that pages neither overlap nor have gaps; both in the same direction, which
 * allows the use of an index.
 */
export function recordOrder(table: TableDescription, sort: GridSort | null): string | null {
  const direction = sort?.descending ? 'DESC' : 'ASC'
  const fields = new Set([...(sort ? [sort.field] : []), ...table.key])
  const parts = [...fields].map((field) => `${field} ${direction}`)
  return parts.length > 0 ? parts.join(',') : null
}

/** Returns the condition that a field equals a value or, if `excluded`, does not; `null` if it cannot be compared. */
export function valueCondition(field: WireField, value: unknown, excluded: boolean): RecordCondition | null {
  const kind = kindOf(field)
  if (field.is_virtual) return null
  if (value === null || value === undefined)
    return { field: field.name, operator: excluded ? 'filled' : 'null', value: '' }
  const text = printValue(field, value)
  if (kind === 'json' || kind === 'binary' || text.trim() === '' || text.length > longestValue) return null
  return { field: field.name, operator: excluded ? '!=' : kind === 'boolean' ? 'is' : '=', value: text }
}

/** Maximum length of a value in a condition, as URLs are limited in length. */
const longestValue = 500
