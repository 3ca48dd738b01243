import type { CompareOperator } from '@millwright/contract/filter/node'
import { compareNumbers, isNumber, isNumeric } from './compare-values.ts'
import type { Document, DocumentFilter } from './document-database.ts'
import { likeExpression } from './like-expression.ts'

/** Whether a document matches a condition, by the same rules as its database. */
export function matches(document: Document, filter: DocumentFilter): boolean {
  if (filter.kind === 'and' || filter.kind === 'or') {
    const holds = (operand: DocumentFilter) => matches(document, operand)
    return filter.kind === 'and' ? filter.operands.every(holds) : filter.operands.some(holds)
  }
  const values = valuesAt(document, filter.field.split('.')).filter((value) => value !== null && value !== undefined)
  if (filter.kind === 'null') return (values.length === 0) !== filter.negated
  return values.length > 0 && values.some((value) => isMet(value, filter)) !== filter.negated
}

function isMet(value: unknown, filter: Exclude<DocumentFilter, { kind: 'and' | 'or' | 'null' }>): boolean {
  if (filter.kind === 'in') return filter.texts.some((text) => compares(value, '=', text))
  return compares(value, filter.operator, filter.text)
}

/** The values at a path, in lists of each element. */
export function valuesAt(value: unknown, [first, ...rest]: readonly string[]): unknown[] {
  if (first === undefined) return Array.isArray(value) ? [value, ...value] : [value]
  if (Array.isArray(value)) {
    const own = /^\d+$/.test(first) ? valuesAt(value[Number(first)], rest) : []
    return [...own, ...value.flatMap((each) => valuesAt(each, [first, ...rest]))]
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return []
  return valuesAt(Object.entries(value).find(([name]) => name === first)?.[1], rest)
}

function compares(value: unknown, operator: CompareOperator, text: string): boolean {
  if (isNumeric(value)) {
    if (operator === '=' && String(value) === text) return true
    return isNumber(text) && inOrder(compareNumbers(value, text), operator)
  }
  if (operator === '=') return typeof value !== 'object' && String(value) === text
  if (typeof value !== 'string') return false
  return ['>', '>=', '<', '<='].includes(operator)
    ? inOrder(value < text ? -1 : value === text ? 0 : 1, operator)
    : likeExpression(operator, text).test(value)
}

function inOrder(difference: number, operator: CompareOperator): boolean {
  if (operator === '=') return difference === 0
  if (operator === '>') return difference > 0
  if (operator === '>=') return difference >= 0
  return operator === '<' ? difference < 0 : operator === '<=' && difference <= 0
}
