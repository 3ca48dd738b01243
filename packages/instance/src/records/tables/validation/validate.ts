import type { DescribedField } from '../../described-table.ts'
import { booleanRule, multiPicklistRule, picklistRule } from './choice-rules.ts'
import { floatRule, intRule, notZeroRule } from './number-rules.ts'
import { isEmptyValue, type MakeRule, type Rule, type RuleConfig } from './rule.ts'
import { emailRule, matchRule, urlRule } from './text-rules.ts'

/** The rules of a field (docs/wire/table-writes.md), made once. */
export interface Validation {
  /** Never taken from a client; no rule is asked then. */
  readonly readOnly: boolean
  /** In the order in which they are stored. */
  readonly checks: readonly Check[]
}

export interface Check {
  readonly rule: Rule
  /** Asked when a record is changed only. */
  readonly onlyUpdates: boolean
  /** A value that fails is left out of the write, and nothing said. */
  readonly ignores: boolean
  /** Said instead of the rule's own sentence. */
  readonly message: string | null
}

/** Null: the field has no rules. Names that are no rules are passed over. */
export function validationOf(field: DescribedField): Validation | null {
  const { validation } = field
  if (validation === null) return null
  const checks = Object.entries(validation).flatMap(([name, given]): Check[] => {
    const make = rules.get(name)
    if (make === undefined || given === false) return []
    const config = isConfig(given) ? given : {}
    const onFail = typeof config.on_fail === 'string' ? config.on_fail.trim() : ''
    const ignores = onFail === 'ignore_field'
    const message = ignores || onFail === '' ? null : onFail
    return [{ rule: make(config, field), onlyUpdates: name === 'create_only', ignores, message }]
  })
  const readOnly = Object.hasOwn(validation, 'api_read_only') && validation.api_read_only !== false
  return checks.length === 0 && !readOnly ? null : { readOnly, checks }
}

/** Whether a value may be written: yes, no matter (`ignore`), or the complaint, a sentence or the end of one. */
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
  /** A sentence of the administrator's own. */
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
