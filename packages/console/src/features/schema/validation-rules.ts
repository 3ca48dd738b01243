import { type ValidationRule, validationRules } from '@millwright/contract/wire/table-schema'
import { jsonOf, parseJson } from '../../widgets/code/code-editor/json-text.ts'
import { schemaMessages } from './messages.ts'

/** A validation rule as shown in the form. */
export interface RuleForm {
  readonly rule: string
  readonly settings: Readonly<Record<string, unknown>>
}

/** The rules of a text in order, or `null` if the form cannot show them. */
export function readRules(text: string): readonly RuleForm[] | null {
  if (text.trim() === '') return []
  const parsed = parseJson(text)
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return null
  if (Array.isArray(parsed.value)) return parsed.value.length === 0 ? [] : null
  return Object.entries(parsed.value).map(([rule, settings]) => ({
    rule,
    settings: typeof settings === 'object' && settings !== null && !Array.isArray(settings) ? { ...settings } : {},
  }))
}

export function writeRules(rules: readonly RuleForm[]): string {
  return rules.length === 0 ? '' : jsonOf(Object.fromEntries(rules.map(({ rule, settings }) => [rule, settings])))
}

/** Rules that are not in use yet. */
export function otherRules(rules: readonly RuleForm[]): readonly ValidationRule[] {
  return validationRules.filter((name) => !rules.some(({ rule }) => rule === name))
}

export const ruleMeanings: Readonly<Record<ValidationRule, string>> = {
  api_read_only: schemaMessages.ruleReadOnly,
  create_only: schemaMessages.ruleCreateOnly,
  not_null: schemaMessages.ruleRequired,
  not_empty: schemaMessages.ruleNotEmpty,
  not_zero: schemaMessages.ruleNotZero,
  email: schemaMessages.ruleEmail,
  url: schemaMessages.aUrl,
  int: schemaMessages.ruleInteger,
  float: schemaMessages.aNumber,
  boolean: schemaMessages.trueOrFalse,
  match: schemaMessages.rulePattern,
  picklist: schemaMessages.rulePicklist,
  multi_picklist: schemaMessages.ruleMultiPicklist,
}

/** Sets one member of a rule's settings; an empty value removes it. */
export function withSetting(rule: RuleForm, member: string, value: unknown): RuleForm {
  const { [member]: _old, ...others } = rule.settings
  return { ...rule, settings: value === '' || value === undefined ? others : { ...others, [member]: value } }
}

/** Bounds of `int`: `{range: {min, max}}`. */
export function withBound(rule: RuleForm, bound: 'min' | 'max', text: string): RuleForm {
  const { [bound]: _old, ...others } = rangeInRule(rule)
  const range = text.trim() === '' || Number.isNaN(Number(text)) ? others : { ...others, [bound]: Number(text) }
  return withSetting(rule, 'range', Object.keys(range).length === 0 ? undefined : range)
}

export function rangeInRule({ settings }: RuleForm): Readonly<Record<string, unknown>> {
  const { range } = settings
  return typeof range === 'object' && range !== null ? { ...range } : {}
}

/** Regular expressions are base64-encoded on the wire, since their backslashes did not always survive otherwise. */
export function readPattern({ settings }: RuleForm): string {
  const { regexp } = settings
  if (typeof regexp !== 'string') return ''
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(regexp), (sign) => sign.charCodeAt(0)))
  } catch {
    return regexp
  }
}

export function withPattern(rule: RuleForm, pattern: string): RuleForm {
  const bytes = new TextEncoder().encode(pattern)
  return withSetting(rule, 'regexp', btoa(String.fromCharCode(...bytes)))
}
