import { parseJson } from '../../widgets/code/code-editor/json-text.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import type { FieldForm } from './field-form.ts'
import { manualType, openProperties } from './field-types.ts'
import { schemaMessages } from './messages.ts'

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
export function validationProblem(text: string): string | null {
  if (text.trim() === '') return null
  const parsed = parseJson(text)
  if (!parsed.ok) return schemaMessages.jsonInvalid({ why: parsed.why })
  return typeof parsed.value === 'object' && !Array.isArray(parsed.value) ? null : schemaMessages.validationInvalid
}

function isWhole(text: string): boolean {
  return /^\d*$/.test(text.trim())
}
