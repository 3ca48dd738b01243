import type { CompareOperator } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import type { BoundValue } from '../../engines/statement.ts'
import type { DescribedField } from '../described-table.ts'
import type { EngineName } from '../values/read-value.ts'
import { valueReader } from '../values/to-database.ts'
import { valueFamily } from '../values/value-family.ts'

/**
 * The text of a filter as a value to compare a field with. It may be out of the column's own range, as no row has it then; for one
 * that is of another kind the answer is the refusal.
 */
export function comparedValue(engine: EngineName, field: DescribedField, text: string): BoundValue | Problem {
  switch (valueFamily(field)) {
    case 'integer':
      return comparedInteger(engine, field, text.trim())
    case 'decimal':
    case 'float':
      return comparedNumber(engine, field, text.trim())
    case 'boolean':
    case 'moment':
    case 'binary':
      return readValue(engine, field, text)
    default:
      return text
  }
}

function readValue(engine: EngineName, field: DescribedField, text: string): BoundValue | Problem {
  try {
    return valueReader(engine, field)(text) ?? misfit(field, text, 'needs a value')
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

function comparedInteger(engine: EngineName, field: DescribedField, text: string): BoundValue | Problem {
  if (!/^[+-]?\d{1,25}$/.test(text)) return misfit(field, text, 'is a whole number')
  const value = BigInt(text.replace('+', ''))
  const most = engine === 'mysql' ? 2n ** 64n : 2n ** 63n
  if (value >= most || value < -(2n ** 63n)) return misfit(field, text, 'has 64 bits')
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function comparedNumber(engine: EngineName, field: DescribedField, text: string): BoundValue | Problem {
  // Amounts are written with their currency, as they are answered.
  if (field.dbType === 'money' && engine === 'pgsql') return text
  if (engine === 'pgsql' && /^(?:nan|[+-]?inf(?:inity)?)$/i.test(text)) return text
  if (text.length > 1000 || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text)) {
    return misfit(field, text, 'is a number')
  }
  const number = Number(text)
  if (valueFamily(field) === 'float' || engine === 'sqlite') {
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
export function patternOf(engine: EngineName, operator: CompareOperator, text: string): string {
  if (operator === 'like') return text.replaceAll('\\', '\\\\')
  const plain = text.replace(engine === 'sqlsrv' ? /[\\%_[]/g : /[\\%_]/g, '\\$&')
  if (operator === 'starts with') return `${plain}%`
  return operator === 'ends with' ? `%${plain}` : `%${plain}%`
}
