import type { FormProblem } from '../../widgets/editor-frame/form-problem.ts'
import type { FieldForm } from './field-form.ts'
import { manualType, openProperties } from './field-types.ts'
import { parseJson } from './json-text.ts'
import { schemaMessages } from './messages.ts'

/** What can be told of a field before it is sent; `names`: the other fields of its table. */
export function checkField(form: FieldForm, isNew: boolean, names: readonly string[]): FormProblem | null {
  const fields: Record<string, string> = {}
  const open = openProperties(form)
  if (form.name.trim() === '') fields.name = schemaMessages.fieldIncomplete
  else if (isNew && names.some((name) => name.toLowerCase() === form.name.trim().toLowerCase()))
    fields.name = schemaMessages.fieldExists
  if (form.type === '') fields.type = schemaMessages.fieldIncomplete
  if (form.type === manualType && !form.is_virtual && form.db_type.trim() === '')
    fields.db_type = schemaMessages.fieldIncomplete
  if (open.length && !isWhole(form.length)) fields.length = 'Length is a whole number, or empty.'
  if (open.precision && !isWhole(form.precision)) fields.precision = 'Precision is a whole number, or empty.'
  if (open.precision && !isWhole(form.scale)) fields.scale = 'Scale is a whole number, or empty.'
  if (open.precision && Number(form.scale) > Number(form.precision) && form.precision !== '')
    fields.scale = 'Scale cannot exceed precision.'
  if (open.ref_table && form.ref_table === '') fields.ref_table = 'Choose the referenced table.'
  const wrong = validationProblem(form.validation)
  if (wrong) fields.validation = wrong
  if (form.db_function.some(({ use, function: text }) => use.length === 0 || text.trim() === ''))
    fields.db_function = 'Every function needs a use and a text.'
  else if (form.is_virtual && form.db_function.length === 0)
    fields.db_function = 'A virtual field needs a function that computes it.'
  return Object.keys(fields).length > 0 ? { fields, general: [] } : null
}

/** Why the text of a validation cannot be sent; null when it can. */
export function validationProblem(text: string): string | null {
  if (text.trim() === '') return null
  const parsed = parseJson(text)
  if (!parsed.ok) return `This is not valid JSON: ${parsed.why}`
  return typeof parsed.value === 'object' && !Array.isArray(parsed.value) ? null : 'Validation is an object of rules.'
}

function isWhole(text: string): boolean {
  return /^\d*$/.test(text.trim())
}
