import { recordNames, type TableDescription } from './table-description.ts'
import type { TablePlace, WireField } from './wire-table.ts'

/** Where the table is that a field refers to; null: the field refers to nothing, or is only a part of what does. */
export function referenceOf({ service }: TablePlace, table: TableDescription, field: WireField): TablePlace | null {
  if (!field.ref_table || !(field.type === 'reference' || field.is_foreign_key)) return null
  const whole = !table.relations.some((relation) => {
    const parts = relation.type === 'belongs_to' ? recordNames(table, relation.field) : []
    return parts.length > 1 && parts.includes(field.name)
  })
  return whole ? { service, table: field.ref_table } : null
}

/** What records of the other table call the field that is referred to. */
export function referredField(other: TableDescription, { ref_field }: Pick<WireField, 'ref_field'>): string {
  return recordNames(other, ref_field)[0] ?? other.key[0] ?? 'id'
}
