import type { ColumnKind } from './declaration.ts'

export const operators = ['contains', 'starts', 'ends', 'is', 'not', 'more', 'less', 'empty', 'filled'] as const
export type Operator = (typeof operators)[number]

/** A filter chip above the list. */
export interface Condition {
  readonly field: string
  readonly operator: Operator
  readonly value: string
}

/** Operators by kind of column, in display order. */
export const operatorsFor: Readonly<Record<ColumnKind, readonly Operator[]>> = {
  text: ['contains', 'is', 'not', 'starts', 'ends', 'empty', 'filled'],
  number: ['is', 'not', 'more', 'less', 'empty', 'filled'],
  boolean: ['is'],
  date: ['more', 'less', 'empty', 'filled'],
  record: ['is', 'not'],
  choice: ['is'],
}

export function needsValue(operator: Operator): boolean {
  return operator !== 'empty' && operator !== 'filled'
}

/** `field:operator:value`, separated by `;`; only `;` and `%` in values are escaped. */
export function writeConditions(conditions: readonly Condition[]): string {
  return conditions
    .map(({ field, operator, value }) =>
      needsValue(operator)
        ? `${field}:${operator}:${value.replace(/[%;]/g, encodeURIComponent)}`
        : `${field}:${operator}`,
    )
    .join(';')
}

export function readConditions(text: string): Condition[] {
  return text.split(';').flatMap((part) => {
    const [field = '', operator = '', ...rest] = part.split(':')
    if (!/^\w+$/.test(field) || !isOperator(operator)) return []
    const value = needsValue(operator) ? rest.join(':').replaceAll('%3B', ';').replaceAll('%25', '%') : ''
    return needsValue(operator) && value === '' ? [] : [{ field, operator, value }]
  })
}

function isOperator(text: string): text is Operator {
  return (operators as readonly string[]).includes(text)
}
