import type { FieldSchema, RelationSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import { type DraftLabels, sameValue } from '../../widgets/form/editor-frame/draft.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { schemaMessages } from './messages.ts'
import { emptyField, emptyTable } from './schema-queries.ts'

/** The controls of the table editor, under their API names. */
export type TableForm = {
  name: string
  alias: string
  label: string
  plural: string
  description: string
  name_field: string
  field: readonly FieldSchema[]
  related: readonly RelationSchema[]
  /** Other properties of the description. */
  rest: Readonly<Record<string, unknown>>
  /** Invalid text typed in JSON mode; otherwise empty. */
  json: string
}

export const tableLabels = {
  name: schemaMessages.tableName,
  alias: schemaMessages.alias,
  label: schemaMessages.label,
  plural: schemaMessages.pluralLabel,
  description: tabWords.description,
  name_field: schemaMessages.nameField,
  field: schemaMessages.fields,
  related: schemaMessages.relationships,
  rest: schemaMessages.otherProperties,
  json: 'JSON',
} satisfies DraftLabels<TableForm>

/** A valid new table, with an auto-incremented number as its primary key. */
const newTable: TableSchema = {
  ...emptyTable,
  field: [
    {
      ...emptyField,
      name: 'id',
      get label() {
        return schemaMessages.id
      },
      type: 'id',
      auto_increment: true,
      is_primary_key: true,
    },
  ],
}

export function toTableForm(table: TableSchema | null): TableForm {
  const { name, alias, label, plural, description, name_field, field, related, ...rest } = table ?? newTable
  return {
    name,
    alias: alias ?? '',
    label: label ?? '',
    plural: plural ?? '',
    description: description ?? '',
    name_field: name_field ?? '',
    field,
    related,
    rest,
    json: '',
  }
}

/** The complete table, as shown in JSON mode and sent for a new one. */
export function fromTableForm(form: TableForm): TableSchema {
  const { rest, field, related, json: _json, ...own } = form
  return {
    ...emptyTable,
    ...rest,
    ...ownMembers(own),
    field: [...field],
    related: [...related],
  }
}

function ownMembers({
  name,
  alias,
  label,
  plural,
  description,
  name_field,
}: Omit<TableForm, 'field' | 'related' | 'rest' | 'json'>) {
  return {
    name: name.trim(),
    alias: textOrNull(alias),
    label: label.trim(),
    plural: plural.trim(),
    description: textOrNull(description),
    name_field: textOrNull(name_field),
  }
}

/** Validates a table before it is sent. `names`: the other tables of the service. */
export function checkTable(form: TableForm, stored: TableSchema | null, names: readonly string[]): FormProblem | null {
  if (form.json !== '') return under('json', schemaMessages.badJson)
  const name = form.name.trim()
  if (name === '') return under('name', schemaMessages.tableNameMissing)
  if (stored && name !== stored.name) return under('name', schemaMessages.tableNameFixed({ name: stored.name }))
  if (!stored && names.includes(name)) return under('name', schemaMessages.tableExists)
  const twice = firstTwice(form.field.map((field) => field.name))
  if (twice !== null) return under('field', `${schemaMessages.fieldExists}: ${twice}`)
  if (form.field.some((field) => field.name === '')) return under('field', schemaMessages.fieldNameMissing)
  if (form.field.every((field) => field.is_virtual)) return under('field', schemaMessages.realFieldMissing)
  const lost =
    stored?.related.filter(({ is_virtual, name }) => !is_virtual && !form.related.some((one) => one.name === name)) ??
    []
  if (lost[0]) return under('related', schemaMessages.derivedRemoval({ name: lost[0].name }))
  return null
}

function under(field: keyof TableForm, message: string): FormProblem {
  return { fields: { [field]: message }, general: [] }
}

function firstTwice(names: readonly string[]): string | null {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name.toLowerCase())) return name
    seen.add(name.toLowerCase())
  }
  return null
}

/** The differences between two versions of a table. */
export interface TableChanges {
  /** Changed properties, with their new values. */
  readonly members: Readonly<Record<string, unknown>>
  readonly fields: readonly FieldSchema[]
  readonly droppedFields: readonly string[]
  readonly relations: readonly RelationSchema[]
  readonly droppedRelations: readonly string[]
}

/** Reported by the server, read-only. */
const readOnly = ['native', 'is_view', 'primary_key', 'constraints', 'access']

export function tableChanges(before: TableSchema, after: TableSchema): TableChanges {
  const { field: oldFields, related: oldRelations, ...oldMembers } = before
  const { field, related, ...members } = after
  const was = new Map<string, unknown>(Object.entries(oldMembers))
  return {
    members: Object.fromEntries(
      Object.entries(members).filter(([key, value]) => !readOnly.includes(key) && !sameValue(was.get(key), value)),
    ),
    fields: changedRows(oldFields, field),
    droppedFields: goneRows(oldFields, field),
    relations: changedRows(oldRelations, related),
    droppedRelations: goneRows(oldRelations, related),
  }
}

function changedRows<T extends { readonly name: string }>(before: readonly T[], after: readonly T[]): readonly T[] {
  const known = new Map(before.map((row) => [row.name, row]))
  return after.filter((row) => !sameValue(known.get(row.name), row))
}

function goneRows<T extends { readonly name: string }>(before: readonly T[], after: readonly T[]): readonly string[] {
  const left = new Set(after.map(({ name }) => name))
  return before.filter(({ name }) => !left.has(name)).map(({ name }) => name)
}

/** Rebases the form on a table that was stored meanwhile: edited values stay, the others are updated. */
export function rebasedForm(form: TableForm, before: TableForm, stored: TableForm): TableForm {
  const follow = <K extends keyof TableForm>(key: K): TableForm[K] =>
    sameValue(form[key], before[key]) ? stored[key] : form[key]
  return {
    name: follow('name'),
    alias: follow('alias'),
    label: follow('label'),
    plural: follow('plural'),
    description: follow('description'),
    name_field: follow('name_field'),
    rest: follow('rest'),
    json: form.json,
    field: rebasedRows(form.field, before.field, stored.field),
    related: rebasedRows(form.related, before.related, stored.related),
  }
}

function rebasedRows<T extends { readonly name: string }>(
  mine: readonly T[],
  before: readonly T[],
  stored: readonly T[],
): readonly T[] {
  const byName = (rows: readonly T[]) => new Map(rows.map((row) => [row.name, row]))
  const own = byName(mine)
  const old = byName(before)
  const now = byName(stored)
  const kept = stored.flatMap((row) => {
    const edited = own.get(row.name)
    if (edited) return [sameValue(edited, old.get(row.name)) ? row : edited]
    return old.has(row.name) ? [] : [row]
  })
  return [...kept, ...mine.filter(({ name }) => !now.has(name) && !old.has(name))]
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
