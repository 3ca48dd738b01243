import { recordNames, type TableDescription } from './table-description.ts'
import type { TablePlace, WireField } from './wire-table.ts'

/** Returns the table that a field references; `null` if the field is not a reference, or only a part of a composite one. */
export function referenceOf({ service }: TablePlace, table: TableDescription, field: WireField): TablePlace | null {
  if (!field.ref_table || !(field.type === 'reference' || field.is_foreign_key)) return null
  const whole = !table.relations.some((relation) => {
    const parts = relation.type === 'belongs_to' ? recordNames(table, relation.field) : []
    return parts.length > 1 && parts.includes(field.name)
  })
  return whole ? { service, table: field.ref_table } : null
}

/** Returns the record field name of the referenced column. */
export function referredField(other: TableDescription, { ref_field }: Pick<WireField, 'ref_field'>): string {
  return recordNames(other, ref_field)[0] ?? other.key[0] ?? 'id'
}
