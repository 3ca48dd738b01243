import type { DescribedField } from '../../described-table.ts'

export type RuleConfig = Readonly<Record<string, unknown>>

/** Validates a sent value: returns `null`, or what is wrong as the end of a sentence about the field. */
export type Rule = (value: unknown) => string | null

/** Creates a rule from its settings. Invalid settings result in a 400 for every write, rather than in no validation. */
export type MakeRule = (config: RuleConfig, field: DescribedField) => Rule

/** Returns whether a value is blank, which only `not_null` and `not_empty` reject. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

export function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === '' || value === 0 || value === '0' || value === false
}
