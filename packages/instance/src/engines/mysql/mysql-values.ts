import { stringifyExact } from '@millwright/contract/wire/exact-json'
import type { ValueDialect } from '../engine.ts'
import type { BoundValue } from '../statement.ts'
import { commonValues } from '../values/common-values.ts'
import { bitsOf } from '../values/numbers.ts'
import { valueFamily } from '../values/value-family.ts'
import { mysqlDialect } from './mysql-dialect.ts'
import { isShape, printedShape, readShape } from './mysql-shapes.ts'

export const mysqlValues: ValueDialect = {
  ...commonValues,
  integerRange(dbType) {
    const bit = /^bit\((\d+)\)/.exec(dbType)?.[1]
    if (bit !== undefined) return [0n, 2n ** BigInt(bit) - 1n]
    return dbType.includes('unsigned') ? [0n, 2n ** bitsOf(dbType) - 1n] : null
  },
  beyondIntegers: 2n ** 64n,
  formatLocalTime: (text) => text.replace(/t/i, ' '),
  reader(field, usual) {
    if (isShape(field)) return (value) => readShape(value, field)
    return valueFamily(field) === 'text' && /^year/i.test(field.dbType ?? '') ? readYear : usual
  },
  // The driver would drop the SRID, and the type of some geometries.
  selected: (column, field) =>
    isShape(field) ? { sql: `HEX(${mysqlDialect.quote(column)})`, write: printedShape } : null,
  answers: new Map([
    ['year', 'integer'],
    ['bit', 'unsigned integer'],
  ]),
}

/** `0` is the year 0000 as a number but 2000 as a text. */
function readYear(value: unknown): BoundValue {
  const text = typeof value === 'string' ? value.trim() : stringifyExact(value)
  return text === '0' ? '0000' : text
}
