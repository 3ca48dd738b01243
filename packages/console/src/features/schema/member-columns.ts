import type { FieldSchema, RelationSchema } from '@millwright/contract/wire/table-schema'
import type { MemberColumn } from './member-table.tsx'
import { relationPath } from './relation-draft.ts'

const yes = (value: boolean) => (value ? 'Yes' : '')

export const fieldColumns: readonly MemberColumn<FieldSchema>[] = [
  { id: 'name', label: 'Name', text: ({ name }) => name, mono: true },
  { id: 'alias', label: 'Alias', text: ({ alias }) => alias ?? '', mono: true },
  { id: 'type', label: 'Type', text: typeOf },
  { id: 'virtual', label: 'Virtual', text: ({ is_virtual }) => yes(is_virtual) },
  { id: 'aggregate', label: 'Aggregate', text: ({ is_aggregate }) => yes(is_aggregate) },
  { id: 'required', label: 'Required', text: ({ required }) => yes(required) },
  { id: 'constraints', label: 'Constraints', text: constraintOf, unsorted: true },
]

export function relationColumns(table: string): readonly MemberColumn<RelationSchema>[] {
  return [
    { id: 'name', label: 'Name', text: ({ name }) => name || '(named when saved)', mono: true, unsorted: true },
    { id: 'alias', label: 'Alias', text: ({ alias }) => alias ?? '', mono: true, unsorted: true },
    { id: 'type', label: 'Type', text: ({ type }) => relationTypeLabels[type] ?? type, unsorted: true },
    { id: 'virtual', label: 'Virtual', text: ({ is_virtual }) => yes(is_virtual), unsorted: true },
    { id: 'path', label: 'Leads to', text: (relation) => relationPath(table, relation), mono: true, unsorted: true },
  ]
}

export const relationTypeLabels: Readonly<Record<string, string>> = {
  belongs_to: 'Belongs To',
  has_one: 'Has One',
  has_many: 'Has Many',
  many_many: 'Many To Many',
}

function typeOf({ type, db_type, length }: FieldSchema): string {
  const name = type || db_type || ''
  return length !== null && type === 'string' ? `${name} (${length})` : name
}

/** The first that applies. */
export function constraintOf(field: FieldSchema): string {
  if (field.is_primary_key) return 'Primary Key'
  if (field.is_foreign_key) return field.ref_table ? `Foreign Key → ${field.ref_table}` : 'Foreign Key'
  return field.is_unique ? 'Unique' : ''
}
