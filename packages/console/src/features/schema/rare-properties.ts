import { sameValue } from '../../widgets/form/editor-frame/draft.ts'
import { fieldLabels, toFieldForm } from './field-draft.ts'
import type { FieldForm } from './field-form.ts'

/** Properties that most fields do not use. */
const rare = [
  'alias',
  'description',
  'is_virtual',
  'is_aggregate',
  'fixed_length',
  'supports_multibyte',
  'computed',
  'ref_on_update',
  'ref_on_delete',
  'validation',
  'db_function',
] as const satisfies readonly (keyof FieldForm)[]

/** Labels of the rare properties that a field uses. */
export function rareProperties(draft: FieldForm): readonly string[] {
  const none = toFieldForm(null)
  return rare.filter((member) => !sameValue(draft[member], none[member])).map((member) => fieldLabels[member])
}

export function isRare(member: string): boolean {
  return rare.some((each) => each === member)
}
