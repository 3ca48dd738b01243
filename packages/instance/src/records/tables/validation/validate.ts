import { counted } from '@millwright/connector/counted'
import { isNo, isYes } from '@millwright/connector/request'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import type { DescribedField } from '../../described-table.ts'
import {
  emailRule,
  floatRule,
  intRule,
  isBlank,
  isEmptyValue,
  type MakeRule,
  matchRule,
  notZeroRule,
  type Rule,
  type RuleConfig,
  urlRule,
} from './rules.ts'

const booleanRule: MakeRule = () => (value) => {
  if (isBlank(value) || typeof value === 'boolean' || value === 0 || value === 1) return null
  const fits = typeof value === 'string' && (isYes(value) || isNo(value))
  return fits ? null : 'must be true or false.'
}

const withoutList: Rule = () => 'must be one of a list, but the field has no list.'

const picklistRule: MakeRule = (_, { picklist }) => {
  if (picklist === null || picklist.length === 0) return withoutList
  const choices = new Set(picklist)
  const sentence = `must be one of: ${picklist.slice(0, 50).join(', ')}${picklist.length > 50 ? ', …' : ''}.`
  return (value) => (isBlank(value) || choices.has(textOf(value)) ? null : sentence)
}

/** Several items separated by `delimiter`, at least `min` and at most `max` of them. */
const multiPicklistRule: MakeRule = ({ delimiter, min, max }, { picklist }) => {
  if (picklist === null || picklist.length === 0) return withoutList
  const between = typeof delimiter === 'string' && delimiter !== '' ? delimiter : ','
  const least = countOf(min) ?? 1
  const most = countOf(max)
  const choices = new Set(picklist)
  return (value) => {
    if (isBlank(value)) return null
    const items = Array.isArray(value) ? value.map(textOf) : textOf(value).split(between)
    if (items.length < least) return `needs at least ${least} of: ${picklist.slice(0, 50).join(', ')}.`
    if (most !== null && items.length > most) return `can have at most ${counted(most, 'item')}.`
    const odd = items.find((item) => !choices.has(item.trim()))
    return odd === undefined ? null : `has an item that is not in its list: ${odd.trim().slice(0, 100)}.`
  }
}

function textOf(value: unknown): string {
  return typeof value === 'object' && !(value instanceof ExactNumber) ? JSON.stringify(value) : String(value)
}

function countOf(value: unknown): number | null {
  const number = Number(value ?? Number.NaN)
  return Number.isInteger(number) && number >= 0 && value !== '' ? number : null
}

/** The rules of a field (docs/wire/table-writes.md), created once. */
export interface Validation {
  /** Values from clients are ignored, without running rules. */
  readonly readOnly: boolean
  /** In stored order. */
  readonly checks: readonly Check[]
}

export interface Check {
  readonly rule: Rule
  /** Runs only when a record is updated. */
  readonly onlyUpdates: boolean
  /** An invalid value is silently omitted from the write. */
  readonly ignores: boolean
  /** Replaces the rule's own message. */
  readonly message: string | null
}

/** Returns `null` if the field has no rules. Unknown names are ignored. */
export function validationOf(field: DescribedField): Validation | null {
  const { validation } = field
  if (validation === null) return null
  const checks = Object.entries(validation).flatMap(([name, setting]): Check[] => {
    const make = rules.get(name)
    if (make === undefined || setting === false) return []
    const config = isConfig(setting) ? setting : {}
    const onFail = typeof config.on_fail === 'string' ? config.on_fail.trim() : ''
    const ignores = onFail === 'ignore_field'
    const message = ignores || onFail === '' ? null : onFail
    return [{ rule: make(config, field), onlyUpdates: name === 'create_only', ignores, message }]
  })
  const readOnly = Object.hasOwn(validation, 'api_read_only') && validation.api_read_only !== false
  return checks.length === 0 && !readOnly ? null : { readOnly, checks }
}

/** Returns `true` if a value may be written, `'ignore'` if it is to be omitted, else the complaint. */
export function validate({ checks }: Validation, value: unknown, creating: boolean): true | 'ignore' | Complaint {
  for (const { rule, onlyUpdates, ignores, message } of checks) {
    if (onlyUpdates && creating) continue
    const says = rule(value)
    if (says === null) continue
    return ignores ? 'ignore' : { says, message }
  }
  return true
}

export interface Complaint {
  /** The end of a sentence that begins with the field. */
  readonly says: string
  /** A sentence written by the administrator. */
  readonly message: string | null
}

const rules: ReadonlyMap<string, MakeRule> = new Map<string, MakeRule>([
  ['create_only', () => () => 'can only be set when a record is created.'],
  ['not_null', () => (value) => (value === null ? 'must not be null.' : null)],
  ['not_empty', () => (value) => (value !== null && isEmptyValue(value) ? 'must not be empty.' : null)],
  ['not_zero', notZeroRule],
  ['email', emailRule],
  ['url', urlRule],
  ['int', intRule],
  ['float', floatRule],
  ['boolean', booleanRule],
  ['match', matchRule],
  ['picklist', picklistRule],
  ['multi_picklist', multiPicklistRule],
])

function isConfig(value: unknown): value is RuleConfig {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
