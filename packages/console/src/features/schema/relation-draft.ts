import type { RelationSchema, RelationType } from '@millwright/contract/wire/table-schema'
import type { DraftLabels } from '../../widgets/form/editor-frame/draft.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { schemaMessages } from './messages.ts'
import { emptyRelation } from './schema-queries.ts'

/** The controls of the relation editor, under their API names. */
export type RelationForm = {
  name: string
  alias: string
  label: string
  description: string
  always_fetch: boolean
  is_virtual: boolean
  type: RelationType | ''
  field: string
  /** `null` for the service of the table. */
  ref_service_id: number | null
  ref_table: string
  ref_field: string
  junction_service_id: number | null
  junction_table: string
  junction_field: string
  junction_ref_field: string
}

export const relationLabels = {
  alias: schemaMessages.alias,
  label: schemaMessages.label,
  description: tabWords.description,
  always_fetch: schemaMessages.alwaysFetch,
  type: schemaMessages.type,
  field: schemaMessages.fieldLabel,
  ref_service_id: schemaMessages.referenceService,
  ref_table: schemaMessages.referenceTable,
  ref_field: schemaMessages.referenceField,
  junction_service_id: schemaMessages.junctionService,
  junction_table: schemaMessages.junctionTable,
  junction_field: schemaMessages.junctionField,
  junction_ref_field: schemaMessages.junctionReferenceField,
} satisfies DraftLabels<RelationForm>

export function toRelationForm(relation: RelationSchema | null): RelationForm {
  const from = relation ?? { ...emptyRelation, is_virtual: true }
  return {
    name: from.name,
    alias: from.alias ?? '',
    label: from.label ?? '',
    description: from.description ?? '',
    always_fetch: Boolean(from.always_fetch),
    is_virtual: Boolean(from.is_virtual),
    type: relation ? from.type : '',
    field: from.field ?? '',
    ref_service_id: from.ref_service_id,
    ref_table: from.ref_table ?? '',
    ref_field: from.ref_field ?? '',
    junction_service_id: from.junction_service_id,
    junction_table: from.junction_table ?? '',
    junction_field: from.junction_field ?? '',
    junction_ref_field: from.junction_ref_field ?? '',
  }
}

/** The relation as it is sent. If the database defines it, only its descriptive properties can change. */
export function fromRelationForm(form: RelationForm, stored: RelationSchema | null): RelationSchema {
  const words = {
    alias: textOrNull(form.alias),
    label: form.label.trim(),
    description: textOrNull(form.description),
    always_fetch: form.always_fetch,
  }
  const from = stored ?? { ...emptyRelation, is_virtual: true }
  if (!form.is_virtual || form.type === '') return { ...from, ...words }
  const through = form.type === 'many_many'
  return {
    ...from,
    ...words,
    type: form.type,
    field: form.field,
    ref_service_id: form.ref_service_id,
    ref_table: form.ref_table,
    ref_field: form.ref_field,
    junction_service_id: through ? form.junction_service_id : null,
    junction_table: through ? textOrNull(form.junction_table) : null,
    junction_field: through ? textOrNull(form.junction_field) : null,
    junction_ref_field: through ? textOrNull(form.junction_ref_field) : null,
  }
}

/** Validates that a virtual relation is complete. */
export function checkRelation(form: RelationForm): FormProblem | null {
  if (!form.is_virtual) return null
  const needed = [
    'type',
    'field',
    'ref_table',
    'ref_field',
    ...(form.type === 'many_many' ? (['junction_table', 'junction_field', 'junction_ref_field'] as const) : []),
  ] as const
  const blank = needed.filter((member) => form[member] === '')
  if (blank.length === 0) return null
  return { fields: Object.fromEntries(blank.map((member) => [member, schemaMessages.relationBlank])), general: [] }
}

/** A relation as text: `contact.id → contact_info.contact_id`. */
export function relationPath(table: string, relation: RelationSchema): string {
  const junction = relation.junction_table
    ? ` → ${relation.junction_table}(${relation.junction_field ?? ''}, ${relation.junction_ref_field ?? ''})`
    : ''
  return `${table}.${relation.field}${junction} → ${relation.ref_table}.${relation.ref_field}`
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
