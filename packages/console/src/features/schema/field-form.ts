import {
  type DbFunctionUse,
  type DbFunctionVerb,
  fieldTypes,
  returnTypes,
} from '@millwright/contract/wire/table-schema'
import type { SelectOption } from '../../ui/select.tsx'
import { parseJson } from '../../widgets/code/code-editor/json-text.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { schemaMessages } from './messages.ts'

/** The controls of the field editor, under their API names so that field errors match. */
export type FieldForm = {
  name: string
  alias: string
  label: string
  description: string
  is_virtual: boolean
  is_aggregate: boolean
  type: string
  db_type: string
  length: string
  precision: string
  scale: string
  fixed_length: boolean
  supports_multibyte: boolean
  allow_null: boolean
  auto_increment: boolean
  default: string
  /** The default is an SQL expression. */
  computed: boolean
  is_index: boolean
  is_unique: boolean
  is_primary_key: boolean
  is_foreign_key: boolean
  ref_table: string
  ref_field: string
  ref_on_update: string
  ref_on_delete: string
  /** JSON, or empty for none. */
  validation: string
  db_function: readonly DbFunctionForm[]
  /** Comma-separated values. */
  picklist: string
}

export interface DbFunctionForm {
  readonly use: readonly DbFunctionVerb[]
  readonly function: string
  /** As read, to preserve members that the form does not know. */
  readonly stored: DbFunctionUse | null
}

/** The option that takes the type from the database-specific type. */
export const manualType = 'manual'

/** Types that a field can have; an unlisted type is offered if the field already has it. */
export function typeOptions(isVirtual: boolean, current: string): readonly SelectOption[] {
  const known: readonly string[] = isVirtual ? returnTypes : fieldTypes
  const unlisted = current !== '' && current !== manualType && !known.includes(current) ? [current] : []
  return [
    ...(isVirtual ? [] : [{ value: manualType, label: schemaMessages.manualType }]),
    ...[...unlisted, ...known].map((type) => ({ value: type, label: type })),
  ]
}

const sized = ['string', 'integer', 'text', 'binary']
const exact = ['decimal', 'float', 'double']
const listed = ['string', 'integer']

/** Which properties a field can have, given its other properties. */
export function openProperties({ type, is_virtual, is_foreign_key, ref_table }: FieldForm) {
  const refers = !is_virtual && (type === 'reference' || is_foreign_key)
  return {
    db_type: type === manualType && !is_virtual,
    length: sized.includes(type),
    precision: exact.includes(type),
    fixed_length: type === 'string',
    is_aggregate: is_virtual,
    picklist: listed.includes(type),
    ref_table: refers,
    ref_field: refers && ref_table !== '',
  }
}

const numbers = /^(id|integer|float|double|decimal|reference|user_id.*|(big|small|medium|tiny)?int|money)$/

/** Converts a typed default for sending: to a number if no precision is lost, or to a boolean. */
export function literalOf(text: string, type: string): string | number | boolean {
  if (type === 'boolean' && /^(true|1|yes)$/i.test(text)) return true
  if (type === 'boolean' && /^(false|0|no)$/i.test(text)) return false
  return numbers.test(type) && String(Number(text)) === text ? Number(text) : text
}

/** Validates a field before it is sent. `names`: the other fields of its table. */
export function checkField(form: FieldForm, isNew: boolean, names: readonly string[]): FormProblem | null {
  const fields: Record<string, string> = {}
  const open = openProperties(form)
  if (form.name.trim() === '') fields.name = schemaMessages.fieldIncomplete
  else if (isNew && names.some((name) => name.toLowerCase() === form.name.trim().toLowerCase()))
    fields.name = schemaMessages.fieldExists
  if (form.type === '') fields.type = schemaMessages.fieldIncomplete
  if (form.type === manualType && !form.is_virtual && form.db_type.trim() === '')
    fields.db_type = schemaMessages.fieldIncomplete
  if (open.length && !isWhole(form.length)) fields.length = schemaMessages.lengthInvalid
  if (open.precision && !isWhole(form.precision)) fields.precision = schemaMessages.precisionInvalid
  if (open.precision && !isWhole(form.scale)) fields.scale = schemaMessages.scaleInvalid
  if (open.precision && Number(form.scale) > Number(form.precision) && form.precision !== '')
    fields.scale = schemaMessages.scaleTooLarge
  if (open.ref_table && form.ref_table === '') fields.ref_table = schemaMessages.referencedTableMissing
  const wrong = validationProblem(form.validation)
  if (wrong) fields.validation = wrong
  if (form.db_function.some(({ use, function: text }) => use.length === 0 || text.trim() === ''))
    fields.db_function = schemaMessages.functionIncomplete
  else if (form.is_virtual && form.db_function.length === 0) fields.db_function = schemaMessages.virtualFieldIncomplete
  return Object.keys(fields).length > 0 ? { fields, general: [] } : null
}

/** Why the text of a validation is not valid, or `null`. */
function validationProblem(text: string): string | null {
  if (text.trim() === '') return null
  const parsed = parseJson(text)
  if (!parsed.ok) return schemaMessages.jsonInvalid({ why: parsed.why })
  return typeof parsed.value === 'object' && !Array.isArray(parsed.value) ? null : schemaMessages.validationInvalid
}

function isWhole(text: string): boolean {
  return /^\d*$/.test(text.trim())
}
