import type { CompareOperator } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import type { Dialect, ValueDialect } from '../../engines/engine.ts'
import type { BoundValue } from '../../engines/statement.ts'
import { valueFamily } from '../../engines/values/value-family.ts'
import { valueReader } from '../../engines/values/value-reader.ts'
import type { DescribedField } from '../described-table.ts'

/**
 * The text of a filter as a value to compare a field with. It may be out of the column's own range, as no row has it then; for one
 * that is of another kind the answer is the refusal.
 */
export function comparedValue(values: ValueDialect, field: DescribedField, text: string): BoundValue | Problem {
  switch (valueFamily(field)) {
    case 'integer':
      return comparedInteger(values, field, text.trim())
    case 'decimal':
    case 'float':
      return comparedNumber(values, field, text.trim())
    case 'boolean':
    case 'moment':
    case 'binary':
      return readValue(values, field, text)
    default:
      return text
  }
}

function readValue(values: ValueDialect, field: DescribedField, text: string): BoundValue | Problem {
  try {
    return valueReader(values, field)(text) ?? misfit(field, text, 'needs a value')
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

function comparedInteger(values: ValueDialect, field: DescribedField, text: string): BoundValue | Problem {
  if (!/^[+-]?\d{1,25}$/.test(text)) return misfit(field, text, 'is a whole number')
  const value = BigInt(text.replace('+', ''))
  if (value >= values.beyondIntegers || value < -(2n ** 63n)) return misfit(field, text, 'has 64 bits')
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function comparedNumber(values: ValueDialect, field: DescribedField, text: string): BoundValue | Problem {
  if (values.isNumberWord(text, field.dbType)) return text
  if (text.length > 1000 || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text)) {
    return misfit(field, text, 'is a number')
  }
  const number = Number(text)
  if (valueFamily(field) === 'float' || !values.typedColumns) {
    return Number.isFinite(number) ? number : misfit(field, text, 'is a number')
  }
  return text
}

function misfit({ apiName }: DescribedField, text: string, kind: string): Problem {
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text
  return new Problem(400, `The field '${apiName}' ${kind} and cannot be compared with '${shown}'.`)
}

/** Characters of a text to search for. */
export const longestPattern = 5_000

/** The pattern of a LIKE, whose escape character is a backslash; in the CONTAINS family `%` and `_` are plain characters. */
export function patternOf({ wildcards }: Dialect, operator: CompareOperator, text: string): string {
  if (operator === 'like') return text.replaceAll('\\', '\\\\')
  const plain = text.replace(wildcards, '\\$&')
  if (operator === 'starts with') return `${plain}%`
  return operator === 'ends with' ? `%${plain}` : `%${plain}%`
}
