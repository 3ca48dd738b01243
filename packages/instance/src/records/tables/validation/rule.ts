import type { DescribedField } from '../../described-table.ts'

export type RuleConfig = Readonly<Record<string, unknown>>

/** Whether a rule holds for a sent value: null, or what is wrong, as the end of a sentence about the field. */
export type Rule = (value: unknown) => string | null

/** Makes a rule from its settings. Settings that make no rule are a 400 for every write: better than none at all. */
export type MakeRule = (config: RuleConfig, field: DescribedField) => Rule

/** What no rule but `not_null` and `not_empty` complains about. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

export function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === '' || value === 0 || value === '0' || value === false
}
