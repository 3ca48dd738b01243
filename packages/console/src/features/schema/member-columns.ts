import type { FieldSchema, RelationSchema } from '@millwright/contract/wire/table-schema'
import { tabWords } from '../../words/tabs/messages.ts'
import type { MemberColumn } from './member-table.tsx'
import { schemaMessages } from './messages.ts'
import { relationPath } from './relation-draft.ts'

const yes = (value: boolean) => (value ? tabWords.yes : '')

export const fieldColumns: readonly MemberColumn<FieldSchema>[] = [
  {
    id: 'name',
    label: tabWords.name,
    text: ({ name }) => name,
    mono: true,
    narrow: true,
  },
  {
    id: 'alias',
    label: schemaMessages.alias,
    text: ({ alias }) => alias ?? '',
    mono: true,
  },
  {
    id: 'type',
    label: schemaMessages.type,
    text: typeOf,
    narrow: true,
  },
  {
    id: 'virtual',
    label: schemaMessages.virtual,
    text: ({ is_virtual }) => yes(is_virtual),
  },
  {
    id: 'aggregate',
    label: schemaMessages.aggregate,
    text: ({ is_aggregate }) => yes(is_aggregate),
  },
  {
    id: 'required',
    label: schemaMessages.required,
    text: ({ required }) => yes(required),
  },
  {
    id: 'constraints',
    label: schemaMessages.constraints,
    text: constraintOf,
    unsorted: true,
  },
]

export function relationColumns(table: string): readonly MemberColumn<RelationSchema>[] {
  return [
    {
      id: 'name',
      label: tabWords.name,
      text: ({ name }) => name || schemaMessages.namedWhenSaved,
      mono: true,
      unsorted: true,
      narrow: true,
    },
    { id: 'alias', label: schemaMessages.alias, text: ({ alias }) => alias ?? '', mono: true, unsorted: true },
    {
      id: 'type',
      label: schemaMessages.type,
      text: ({ type }) => relationTypeLabels[type] ?? type,
      unsorted: true,
      narrow: true,
    },
    { id: 'virtual', label: schemaMessages.virtual, text: ({ is_virtual }) => yes(is_virtual), unsorted: true },
    {
      id: 'path',
      label: schemaMessages.referencesColumn,
      text: (relation) => relationPath(table, relation),
      mono: true,
      unsorted: true,
    },
  ]
}

export const relationTypeLabels: Readonly<Record<string, string>> = {
  belongs_to: schemaMessages.belongsToOption,
  has_one: schemaMessages.hasOne,
  has_many: schemaMessages.hasMany,
  many_many: schemaMessages.manyToMany,
}

function typeOf({ type, db_type, length }: FieldSchema): string {
  const name = type || db_type || ''
  return length !== null && type === 'string' ? `${name} (${length})` : name
}

/** The first constraint that applies. */
export function constraintOf(field: FieldSchema): string {
  if (field.is_primary_key) return schemaMessages.primaryKey
  if (field.is_foreign_key)
    return field.ref_table ? schemaMessages.foreignKeyTarget({ ref_table: field.ref_table }) : schemaMessages.foreignKey
  return field.is_unique ? schemaMessages.unique : ''
}
