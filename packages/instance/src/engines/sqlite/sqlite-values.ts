import { ExactNumber } from '@millwright/contract/wire/exact-json'
import type { ValueDialect } from '../engine.ts'
import type { BoundValue } from '../statement.ts'
import { commonValues } from '../values/common-values.ts'
import { valueFamily } from '../values/value-family.ts'

export const sqliteValues: ValueDialect = {
  ...commonValues,
  typedColumns: false,
  reader(field, usual) {
    const keepsNumbers = valueFamily(field) === 'text' && /^(?:any)?$/i.test(field.dbType ?? '')
    if (!keepsNumbers) return usual
    return (value) => (typeof value === 'number' || value instanceof ExactNumber ? untyped(value) : usual(value))
  },
}

/** A number for an untyped column, which stores values as they are. */
function untyped(value: number | ExactNumber): BoundValue {
  if (typeof value === 'number') return value
  const { digits } = value
  const fits = /^-?\d{1,19}$/.test(digits) && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits)
  return fits ? BigInt(digits) : digits
}
