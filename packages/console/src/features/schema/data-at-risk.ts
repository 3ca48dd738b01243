import type { FieldSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import type { TableChanges } from './table-draft.ts'

/**
 * What a change may lose, in sentences, by the look of it alone: for servers that do not say themselves. It rather warns once
 * too often, since nothing is known of the rows.
 */
export function atRiskInField(before: FieldSchema, after: FieldSchema): readonly string[] {
  const { name } = before
  if (before.is_virtual || after.is_virtual) return []
  return [
    ...(before.type !== after.type && !widens(before.type, after.type)
      ? [
          `${name} becomes ${after.type || after.db_type || 'another type'}: values that do not fit are lost or stop the change.`,
        ]
      : []),
    ...(narrower(before.length, after.length)
      ? [`${name}: texts longer than ${after.length} are cut or stop the change.`]
      : []),
    ...(narrower(before.precision, after.precision) || narrower(before.scale, after.scale)
      ? [`${name}: numbers with more digits are rounded or stop the change.`]
      : []),
    ...(before.allow_null && !after.allow_null && after.default === null
      ? [`${name}: rows without a value stop the change.`]
      : []),
    ...(!before.is_unique && after.is_unique ? [`${name}: rows with the same value stop the change.`] : []),
  ]
}

export function atRiskInTable(before: TableSchema, { fields, droppedFields }: TableChanges): readonly string[] {
  const known = new Map(before.field.map((field) => [field.name, field]))
  return [
    ...fields.flatMap((field) => {
      const old = known.get(field.name)
      return old ? atRiskInField(old, field) : []
    }),
    ...droppedFields.map((name) => droppedField(before.name, known.get(name) ?? null)),
  ]
}

export function droppedField(table: string, field: FieldSchema | null): string {
  if (field?.is_virtual) return `Nothing stored is lost: ${field.name} is computed.`
  return `All values of ${field?.name ?? 'the field'} in ${table} are lost. This cannot be undone.`
}

export function droppedTable(table: TableSchema | null, name: string): string {
  if (table?.is_view) return `${name} is a view: the rows it shows stay where they are.`
  const leading = [
    ...new Set(
      (table?.related ?? [])
        .filter(({ type }) => type === 'has_many' || type === 'has_one')
        .map(({ ref_table }) => ref_table),
    ),
  ].filter((other) => other !== name)
  const rows = `All rows of ${name} are lost, and with them its fields, relations and labels. This cannot be undone.`
  return leading.length === 0 ? rows : `${rows} These tables refer to it: ${leading.join(', ')}.`
}

/** Every value of the one type can be said in the other. */
function widens(from: string, to: string): boolean {
  const wider: Readonly<Record<string, readonly string[]>> = {
    string: ['text'],
    integer: ['bigint', 'reference', 'user_id', 'string', 'text', 'double', 'id'],
    reference: ['integer', 'bigint'],
    id: ['integer', 'bigint'],
    user_id: ['integer', 'bigint'],
    float: ['double'],
    boolean: ['integer'],
    date: ['datetime', 'timestamp'],
    datetime: ['timestamp'],
    timestamp: ['datetime'],
  }
  return wider[from]?.includes(to) ?? false
}

function narrower(before: number | null, after: number | null): boolean {
  return after !== null && before !== null && after < before
}
