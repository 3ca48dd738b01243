import { Problem } from '@millwright/contract/problem'
import type { ClockWord, ValueDialect } from './engine.ts'
import type { BoundValue } from './statement.ts'
import type { ValueFamily } from './values/value-family.ts'

/**
 * Quotes a name, doubling closing quotes in it. Throws 400 for names that no database supports: the empty text, and texts with a
 * null character or a lone surrogate, which drivers might truncate or change.
 */
export function identifier(name: string, open: string, close: string): string {
  if (name === '' || name.includes('\0') || !name.isWellFormed()) {
    throw new Problem(400, `${JSON.stringify(name)} cannot be a name in a database.`)
  }
  return `${open}${name.replaceAll(close, close + close)}${close}`
}

/** Parses a list of function names, separated by spaces. */
export function functionNames(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** Behavior that most engines share; each engine overrides what differs. */
export const commonValues: ValueDialect = {
  typedColumns: true,
  integerRange: () => null,
  beyondIntegers: 2n ** 63n,
  isNumberWord: () => false,
  isMomentWord: () => false,
  formatLocalTime: (text) => text,
  booleans: () => [1, 0],
  countsCharacters: (dbType) => /char/i.test(dbType),
  reader: (_field, usual) => usual,
  comparedReader: () => null,
  selected: () => null,
  answers: new Map(),
}

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
