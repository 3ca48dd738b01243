import type { BoundValue } from '../statement.ts'

export type SqliteValue = string | number | bigint | null | Uint8Array

/**
 * Values as node:sqlite has to get them: it stores every number as a float, in columns without a type too, unless it is a bigint, and takes
 * no booleans.
 */
export function sqliteValues(values: readonly BoundValue[]): SqliteValue[] {
  const bound = new Array<SqliteValue>(values.length)
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? null
    if (typeof value === 'number') bound[index] = Number.isSafeInteger(value) ? BigInt(value) : value
    else if (typeof value === 'boolean') bound[index] = value ? 1n : 0n
    else bound[index] = value
  }
  return bound
}

/** Of the values of a row, the bigints that a double holds become numbers, in place. */
export function plainIntegers(values: unknown[]): unknown[] {
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    if (typeof value === 'bigint') values[index] = plainInteger(value)
  }
  return values
}

export function plainInteger(value: number | bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
