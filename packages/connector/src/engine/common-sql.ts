import type { ClockWord } from './engine.ts'
import type { BoundValue } from './statement.ts'
import type { ValueFamily } from './values/value-family.ts'

/** Families whose values can be bound as a single list parameter. */
export const listed: ReadonlySet<ValueFamily> = new Set(['integer', 'boolean', 'decimal', 'float', 'moment', 'text'])

/** Serializes values as a JSON array. */
export function jsonList(values: readonly BoundValue[]): string {
  return `[${values.map((value) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value))).join(',')}]`
}

/** The standard SQL expressions for the current date and time. */
export const standardClock: Readonly<Record<Exclude<ClockWord, 'UTC_TIMESTAMP'>, string>> = {
  CURRENT_TIMESTAMP: 'CURRENT_TIMESTAMP',
  CURRENT_DATE: 'CURRENT_DATE',
  CURRENT_TIME: 'CURRENT_TIME',
  LOCALTIMESTAMP: 'LOCALTIMESTAMP',
}
