import type { FieldSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import { schemaMessages } from './messages.ts'
import type { TableChanges } from './table-draft.ts'

/**
 * What a change may lose, in sentences, judged from the schema alone: for servers without a preview. Prefers a false warning, since the
 * rows are unknown.
 */
export function atRiskInField(before: FieldSchema, after: FieldSchema): readonly string[] {
  const { name } = before
  if (before.is_virtual || after.is_virtual) return []
  return [
    ...(before.type !== after.type && !widens(before.type, after.type)
      ? [
          schemaMessages.typeChangeWarning({
            name,
            type: after.type || after.db_type || schemaMessages.anotherType,
          }),
        ]
      : []),
    ...(narrower(before.length, after.length) ? [schemaMessages.textsAreCut({ name, length: after.length ?? 0 })] : []),
    ...(narrower(before.precision, after.precision) || narrower(before.scale, after.scale)
      ? [schemaMessages.numbersAreRounded({ name })]
      : []),
    ...(before.allow_null && !after.allow_null && after.default === null
      ? [schemaMessages.rowsWithoutValue({ name })]
      : []),
    ...(!before.is_unique && after.is_unique ? [schemaMessages.uniqueWarning({ name })] : []),
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
  if (field?.is_virtual) return schemaMessages.computedDropHelp({ name: field.name })
  return field === null
    ? schemaMessages.dropFieldsWarning({ table })
    : schemaMessages.dropFieldWarning({ name: field.name, table })
}

export function droppedTable(table: TableSchema | null, name: string): string {
  if (table?.is_view) return schemaMessages.dropViewHelp({ name })
  const leading = [
    ...new Set(
      (table?.related ?? [])
        .filter(({ type }) => type === 'has_many' || type === 'has_one')
        .map(({ ref_table }) => ref_table),
    ),
  ].filter((other) => other !== name)
  const rows = schemaMessages.dropTableWarning({ name })
  return leading.length === 0 ? rows : `${rows} ${schemaMessages.referringTables({ tables: leading.join(', ') })}`
}

/** Whether every value of one type can be represented in the other. */
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
