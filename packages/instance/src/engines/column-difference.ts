import type { RawColumn, RawDefault } from './catalog.ts'
import type { ColumnDefinition } from './schema-change.ts'

/** Whether a column has to be altered to become as it shall be. A type in the column's own words is the type it has. */
export function isAltered(before: RawColumn, after: ColumnDefinition): boolean {
  return (
    after.definition !== null ||
    after.dbType !== before.dbType ||
    after.nullable !== before.nullable ||
    after.autoIncrement !== before.autoIncrement ||
    !isSameDefault(before.default, after.default)
  )
}

/** Whether two defaults stand for the same, however they are spelled. */
export function isSameDefault(one: RawDefault | null, other: RawDefault | null): boolean {
  const [first, second] = [textOf(one), textOf(other)]
  return first === second || (first !== null && second !== null && isSameNumber(first, second))
}

function textOf(value: RawDefault | null): string | null {
  if (value === null) return null
  if ('expression' in value) return `=${bare(value.expression)}`
  const { literal } = value
  if (literal === null) return null
  if (literal === true || literal === 'true') return '1'
  return literal === false || literal === 'false' ? '0' : String(literal)
}

/** `(CURRENT_TIMESTAMP)`, `current_timestamp()` and `CURRENT_TIMESTAMP` are one. */
function bare(expression: string): string {
  return expression
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/^\((.*)\)$/s, '$1')
    .replaceAll('()', '')
}

function isSameNumber(one: string, other: string): boolean {
  const number = /^[+-]?\d+(\.\d+)?$/
  return number.test(one) && number.test(other) && Number(one) === Number(other) && one.length < 16 && other.length < 16
}
