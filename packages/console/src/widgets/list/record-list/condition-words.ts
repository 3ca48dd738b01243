import type { FilterOperator } from '@millwright/contract/records/role'
import type { ComparedKind } from '../../access/condition/compared-column.ts'
import { operatorWord } from '../../access/condition/operator-words.ts'
import type { Operator } from '../../records/list-declaration/conditions.ts'
import type { ColumnKind } from '../../records/list-declaration/declaration.ts'
import { t } from './messages.ts'

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
