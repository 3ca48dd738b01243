import { quoteText } from '@millwright/contract/filter/print'
import { fieldName } from '../../instance/value-filter.ts'
import type { GridSort } from '../../widgets/grid/grid-source.ts'
import { kindOf } from './field-kind.ts'
import { printValue } from './field-values.ts'
import { dataMessages } from './messages.ts'
import type { TableDescription } from './table-description.ts'
import type { WireField } from './wire-table.ts'

/** Operators of conditions in addresses and data views; `is` compares truth values, as `=` does. */
export const operators = [
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
export type Operator = (typeof operators)[number]

/** One condition of a filter. */
export interface Condition {
  readonly field: string
  readonly operator: Operator
  readonly value: string
}

export function needsValue(operator: Operator): boolean {
  return operator !== 'null' && operator !== 'filled'
}

/** Returns the filter for all conditions combined; `null` if there are none that apply to this table. */
export function recordFilter(table: TableDescription, conditions: readonly Condition[]): string | null {
  const asked = conditions.flatMap((condition) => {
    const field = table.fields.find(({ name }) => name === condition.field)
    return field ? [conditionFilter(field, condition)] : []
  })
  return together(asked, 'AND')
}

/** Returns the text fields that are searched, limited by the maximum length of a URL. */
export function searchedFields({ fields }: TableDescription): readonly WireField[] {
  return fields.filter((field) => ['line', 'lines'].includes(kindOf(field)) && !field.is_virtual).slice(0, 30)
}

/** Returns the filter for records that contain a text, or whose key is that number; `null` for an empty text. */
export function searchFilter(table: TableDescription, text: string): string | null {
  const wanted = text.trim()
  if (wanted === '') return null
  const texts = searchedFields(table).map(({ name }) => `${fieldName(name)} like ${quoteText(`%${wanted}%`)}`)
  const keys = /^-?\d{1,15}$/.test(wanted)
    ? table.fields.filter((field) => table.key.includes(field.name) && kindOf(field) === 'integer')
    : []
  return together([...keys.map(({ name }) => `${fieldName(name)} = ${wanted}`), ...texts], 'OR')
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

function conditionFilter(field: WireField, { operator, value }: Condition): string {
  const name = fieldName(field.name)
  const kind = kindOf(field)
  const literal = (text: string) => {
    const bare = kind === 'boolean' ? truth.get(text.toUpperCase()) : undefined
    return bare ?? (kind === 'integer' || kind === 'decimal' ? text : quoteText(text))
  }
  // NULL is not equal to the value either, so it is included.
  const orNull = (others: string) => (field.allow_null === false ? others : `(${others}) OR (${name} is null)`)
  switch (operator) {
    case 'null':
      return `${name} is null`
    case 'filled':
      return `${name} is not null`
    case 'is':
      return `${name} = ${literal(value)}`
    case 'contains':
      return `${name} like ${quoteText(`%${value}%`)}`
    case 'starts with':
      return `${name} like ${quoteText(`${value}%`)}`
    case 'ends with':
      return `${name} like ${quoteText(`%${value}`)}`
    case 'in':
      return `${name} in (${listed(value).map(literal).join(',')})`
    case 'not in':
      return orNull(`${name} not in (${listed(value).map(literal).join(',')})`)
    case '!=':
      return orNull(`${name} != ${literal(value)}`)
    default:
      return `${name} ${operator} ${literal(value)}`
  }
}

/** The values of a list with commas. */
function listed(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** Returns why a value cannot be compared; `null` if it can. */
export function conditionProblem(field: WireField, { operator, value }: Condition): string | null {
  if (!needsValue(operator)) return null
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
export function valueCondition(field: WireField, value: unknown, excluded: boolean): Condition | null {
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
