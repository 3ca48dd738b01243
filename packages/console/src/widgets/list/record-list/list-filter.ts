import { searchFilter } from '@millwright/contract/filter/print'
import type { FilterOperator } from '@millwright/contract/records/role'
import { comparison } from '../../../instance/comparison.ts'
import type { Params } from '../../../instance/transport.ts'
import type { ComparedKind } from '../../access/condition/compared-column.ts'
import { dateOf, isZoned } from '../../access/condition/moment-text.ts'
import { operatorWord } from '../../access/condition/operator-words.ts'
import { type Condition, type Operator, operatorsFor } from '../../records/list-declaration/conditions.ts'
import type { ColumnKind, FilterColumn } from '../../records/list-declaration/declaration.ts'
import { t } from './messages.ts'

interface FilterParts {
  readonly text: string
  readonly searchFields: readonly string[]
  /** Number fields, compared with the integer at the start of the search text. */
  readonly searchNumbers?: readonly string[]
  readonly conditions: readonly Condition[]
  readonly columnOf: (field: string) => Pick<FilterColumn, 'kind' | 'condition' | 'params'> | null
}

/**
 * The API's `filter` for a search text and conditions: `(a like "%x%") or (b like "%x%")`, combined with each condition by AND. Both sides
 * of AND and OR are in parentheses, as the strictest servers require. `null` without search and conditions.
 */
export function listFilter({
  text,
  searchFields,
  searchNumbers = [],
  conditions,
  columnOf,
}: FilterParts): string | null {
  const clauses = conditions.flatMap((condition) => {
    const column = columnOf(condition.field)
    if (column?.params !== undefined) return []
    const atom = column && (column.condition?.(condition.value) ?? conditionFilter(condition, column.kind))
    return atom ? [atom] : []
  })
  const search = [searchFilter(searchFields, text), ...numberAtoms(searchNumbers, text)].filter(Boolean).join(' or ')
  const parts = search ? [clauses.length ? `(${search})` : search, ...clauses] : clauses
  return parts.length ? parts.join(' and ') : null
}

/** Request parameters besides the filter, or `undefined`. */
export function narrowedBy({ conditions, columnOf }: Pick<FilterParts, 'conditions' | 'columnOf'>): Params | undefined {
  const all = conditions.flatMap(({ field, value }) => Object.entries(columnOf(field)?.params?.(value) ?? {}))
  return all.length === 0 ? undefined : Object.fromEntries(all)
}

function numberAtoms(fields: readonly string[], text: string): string[] {
  const [number] = /^\d{1,15}/.exec(text.trim()) ?? []
  return number === undefined ? [] : fields.map((field) => `(${field} like ${Number(number)})`)
}

function conditionFilter({ field, operator, value }: Condition, kind: ColumnKind): string | null {
  if (operator === 'empty') return kind === 'text' ? `((${field} is null) or (${field} = ""))` : `(${field} is null)`
  if (operator === 'filled')
    return kind === 'text' ? `((${field} is not null) and (${field} != ""))` : `(${field} is not null)`
  // Every server accepts 1 and 0; some compare `true` as text.
  if (kind === 'boolean') return `(${field} = ${value === 'true' ? 1 : 0})`
  if (kind === 'number' || kind === 'record') return numberFilter(field, operator, value)
  if (kind === 'date') return `(${comparison(field, operator === 'more' ? '>' : '<', inUtc(value))})`
  return `(${comparison(field, filterOperator[operator], value)})`
}

/** A moment as servers store it; anything else as it is, and a date alone as its first moment in UTC. */
function inUtc(value: string): string {
  const at = isZoned(value) ? dateOf(value) : null
  return at === null ? value : at.toISOString().slice(0, 19).replace('T', ' ')
}

/** A condition on a number; omitted while its value is not a number, which the server would reject. */
function numberFilter(field: string, operator: Condition['operator'], value: string): string | null {
  if (!/^-?\d+(\.\d+)?$/.test(value.trim())) return null
  const sign = operatorsFor.number.includes(operator) ? filterOperator[operator] : '='
  return `(${comparison(field, sign, value.trim(), String)})`
}

/** Operators of lists as filters of roles name them. */
export const filterOperator: Readonly<Record<Operator, FilterOperator>> = {
  contains: 'contains',
  starts: 'starts with',
  ends: 'ends with',
  is: '=',
  not: '!=',
  more: '>',
  less: '<',
  empty: 'is null',
  filled: 'is not null',
}

export const comparedKinds: Readonly<Record<ColumnKind, ComparedKind>> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'datetime',
  record: 'number',
  choice: 'text',
}

/** The label of an operator for a kind of column. Separate from the conditions, which are loaded before any list is shown. */
export function wordOf(operator: Operator, kind: ColumnKind): string {
  if (operator === 'empty') return t.isEmpty
  return operator === 'filled' ? t.isNotEmpty : operatorWord(filterOperator[operator], comparedKinds[kind])
}
